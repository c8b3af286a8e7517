/** Values of files that others wrote, taken for what they plainly mean. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text without the space around it; empty for everything that is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** "None" is how a form that wants a text is told that there is none. */
const nothing = /^(?:none|n\/a|-|null)\.?$/i;

/** A text, a list of texts, or a list of objects that hold texts, as texts. */
export function textsOf(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map(sentenceOf).filter((text) => text !== '' && !nothing.test(text));
}

function sentenceOf(value: unknown): string {
  const fields = fieldsOf(value);
  if (!fields) return textOf(value);
  const texts = Object.values(fields).map((field) =>
    Array.isArray(field) ? textsOf(field).join(', ') : textOf(field),
  );
  return texts.filter((text) => text !== '').join(': ');
}
