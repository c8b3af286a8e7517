/** What `JSON.stringify` leaves as it is although a terminal may obey it: C1 controls, and marks that reorder text. */
const obeyed = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** JSON on one line: the data to the letter, spelt so that showing it is harmless. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    obeyed,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
