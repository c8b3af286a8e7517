import { createHash } from 'node:crypto';
import type { ModelRequest } from '../../ports/model.js';

/** What identifies a request in a recording: a digest of all its words, and those that are new in it. */
export type RequestPrint = { readonly request: string; readonly asked: readonly string[] };

/** The same words give the same print, whichever run, folder or process they come from. */
export function requestPrint({ system, messages }: ModelRequest, redact: (text: string) => string): RequestPrint {
  const words = messages.map((message) =>
    message.role === 'assistant'
      ? ['assistant', message.text, message.toolCalls.map(({ name, args }) => [name, args])]
      : [message.role, message.text],
  );
  const digest = createHash('sha256').update(redact(JSON.stringify([system, words])));
  const lastSaid = messages.findLastIndex(({ role }) => role === 'assistant');
  const fresh = messages.slice(lastSaid + 1).map(({ text }) => redact(text));
  return { request: digest.digest('hex').slice(0, 32), asked: lastSaid === -1 ? [redact(system), ...fresh] : fresh };
}

/** The first place where two requests differ, as a person can read it. */
export function firstDifference(recorded: readonly string[], found: readonly string[]): string {
  const index = recorded.findIndex((text, place) => text !== found[place]);
  if (index === -1 && found.length <= recorded.length) return 'an earlier message of the conversation differs';
  const place = index === -1 ? recorded.length : index;
  const [one = '', other = ''] = [recorded[place], found[place]];
  const at = firstDifferentLine(one, other);
  return `recorded: ${lineOf(one, at)}\nfound:    ${lineOf(other, at)}`;
}

function firstDifferentLine(one: string, other: string): number {
  const others = other.split('\n');
  const at = one.split('\n').findIndex((line, index) => line !== others[index]);
  return at === -1 ? one.split('\n').length : at;
}

function lineOf(text: string, index: number): string {
  const line = text.split('\n')[index];
  if (line === undefined) return '(nothing)';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
