/** The texts in a list, or the one text that stands for a list; what is none is left out. */
export function textsIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item) => typeof item === 'string');
}
