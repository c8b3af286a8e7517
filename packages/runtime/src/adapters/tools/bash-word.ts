import type { Word } from '@planwright/core';
import type { Piece } from './bash-grammar.js';

type Part = { readonly text: string; readonly isPattern: boolean };

/** A word as its program would be given it: quotes and backslashes taken away, or told that only a shell could say. */
export function readWord(node: Piece): Word {
  const nodes = node.type === 'concatenation' ? node.children : [node];
  const parts = nodes.map(readPart);
  const known = parts.filter((part) => part !== undefined);
  const startsWithTilde = nodes[0]?.type === 'word' && nodes[0].text.startsWith('~');
  if (known.length < parts.length || startsWithTilde) return { type: 'expansion', text: node.text };
  const text = known.map((part) => part.text).join('');
  if (!known.some(({ isPattern }) => isPattern)) return { type: 'literal', text };
  // A star that stands for itself beside one that does not: the two could not be told apart later.
  const isMixed = known.some((part) => !part.isPattern && /[*?]/.test(part.text));
  return isMixed ? { type: 'expansion', text: node.text } : { type: 'glob', text };
}

/** Undefined for what is not text: variables, substitutions, braces and the like. */
function readPart(node: Piece): Part | undefined {
  const { type, text } = node;
  if (type === 'raw_string') return { text: text.slice(1, -1), isPattern: false };
  if (type === 'string') return readString(node);
  return type === 'word' || type === 'number' ? readBare(text) : undefined;
}

/** From the text itself: the grammar's own parts leave blanks out. */
function readString({ text, children }: Piece): Part | undefined {
  const isPlain = children.every(({ type }) => type === '"' || type === 'string_content');
  if (!isPlain || !text.startsWith('"')) return undefined;
  const inner = text.slice(1, -1);
  if (/(?<!\\)(?:\\\\)*[$`]/.test(inner)) return undefined;
  return { text: inner.replace(/\\([$`"\\])/g, '$1'), isPattern: false };
}

function readBare(text: string): Part | undefined {
  const unescaped = text.replaceAll(/\\./gs, '');
  if (/[{}[\]$`"'\\]/.test(unescaped)) return undefined;
  const isPattern = /[*?]/.test(unescaped);
  if (isPattern && /\\[*?]/.test(text)) return undefined;
  return { text: text.replace(/\\(.)/gs, '$1'), isPattern };
}
