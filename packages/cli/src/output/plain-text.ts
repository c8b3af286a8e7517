const sequences = [
  // Operating system commands (titles, links, clipboard) and device strings, with all they carry.
  /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)/g,
  /(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\u001b\u009c]*(?:\u001b\\|\u009c)/g,
  // Colours, cursor movement, screen modes.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g,
  /\u001b[ -/]*[0-~]/g,
];
const lineEnds = /\r\n|[\r\u2028\u2029\u0085]/g;
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Marks that reorder or hide what stands beside them. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Text of models and files as what it is, data: nothing in it moves the cursor, colours, reorders or hides anything on the
 * screen. Line ends stay, tabs become spaces.
 */
export function plainText(text: string): string {
  const bare = sequences.reduce((left, sequence) => left.replace(sequence, ''), text);
  return bare.replace(lineEnds, '\n').replaceAll('\t', '  ').replace(controls, '').replace(invisible, '');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}
