/** The list or object, or undefined when nothing is in it. */
export function unlessEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}
