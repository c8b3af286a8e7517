import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Long enough that nobody can search out a text which holds its own digest. */
const digestLength = 16;

/**
 * Text of others inside a prompt, marked as data. The tags carry the text's own digest, so no text can hold the tag that
 * would end it.
 */
export function fenced(from: string, text: string): string {
  const digest = bytesToHex(sha256(utf8ToBytes(text))).slice(0, digestLength);
  return `<data from="${from.replace(/["<>\s]+/g, ' ')}" digest="${digest}">\n${text}\n</data digest="${digest}">`;
}
