import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentFileSource, type AgentLayer, type AgentProblem, readAgentFile } from '@planwright/core';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { describeReadFailure } from './read-failure.js';

export type AgentFiles = { readonly layers: readonly AgentLayer[]; readonly problems: readonly AgentProblem[] };

const ending = '.md';
const maxBytes = 64 * 1024;
const maxFiles = 200;

export type AgentFilesOptions = {
  /** The folder as messages name it. */
  readonly shown?: string;
  /** Whether a file may have its effect, given its path as shown and its text to the letter. Absent: all may. */
  readonly isTrusted?: (file: { readonly path: string; readonly text: string }) => boolean;
};

/**
 * The agents that a folder describes, one a file: `<name>.md`. Everything wrong is a problem with its file and line; a
 * folder that is not there has none. Follows no link out of the folder, and uses no file that is not trusted.
 */
export async function readAgentFiles(
  folder: string,
  { shown = folder, isTrusted = () => true }: AgentFilesOptions = {},
): Promise<AgentFiles> {
  let names: readonly string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { layers: [], problems: [] };
    const message = `the agents in ${shown} cannot be read: ${describeReadFailure(error)}`;
    return { layers: [], problems: [{ severity: 'error', message }] };
  }
  const read = await Promise.all(
    names.slice(0, maxFiles).map((name) => readOne(folder, name, { path: `${shown}/${name}`, isTrusted })),
  );
  const left = names.slice(maxFiles).map((name) => refused(`${shown}/${name}`, `at most ${maxFiles} agents are read`));
  return {
    layers: read.flatMap(({ layer }) => layer ?? []),
    problems: [...read.flatMap(({ problems }) => problems), ...left],
  };
}

type Read = ReturnType<typeof readAgentFile>;

async function readOne(
  folder: string,
  file: string,
  { path, isTrusted }: { readonly path: string } & Required<Pick<AgentFilesOptions, 'isTrusted'>>,
): Promise<Read> {
  try {
    const read = await readText(folder, file);
    if ('refusal' in read) return { problems: [refused(path, read.refusal)] };
    if (!isTrusted({ path, text: read.text })) return { problems: [notTrusted(path)] };
    return readSource(file.slice(0, -ending.length), path, read.text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  } catch (error) {
    return { problems: [refused(path, describeReadFailure(error))] };
  }
}

/** The target is opened without following a link or waiting for a pipe put in its place meanwhile; Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW || 0) | (constants.O_NONBLOCK || 0);

async function readText(
  folder: string,
  file: string,
): Promise<{ readonly text: string } | { readonly refusal: string }> {
  const target = await realpath(join(folder, file));
  if (dirname(target) !== (await realpath(folder))) return { refusal: 'it is a link out of its folder' };
  const handle = await open(target, flags);
  try {
    const status = await handle.stat();
    if (!status.isFile()) return { refusal: 'it is not a file' };
    if (status.size > maxBytes) return { refusal: `it has ${status.size} bytes; at most ${maxBytes} are read` };
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return { refusal: 'it is not a text' };
    return { text: bytes.toString('utf8') };
  } finally {
    await handle.close();
  }
}

function readSource(name: string, path: string, text: string): Read {
  const lines = text.split('\n');
  if (lines[0]?.trimEnd() !== '---') return readAgentFile({ name, path, fields: [], body: text, bodyLine: 1 });
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end === -1) return { problems: [wrong(path, 1, 'the front matter begins here and no second --- ends it')] };
  const front = readFields(path, lines.slice(1, end).join('\n'));
  if ('problems' in front) return front;
  return readAgentFile({ name, path, fields: front.fields, body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 });
}

/** Front matter begins in the second line of its file. */
const linesAbove = 1;

function readFields(
  path: string,
  yaml: string,
): { readonly fields: AgentFileSource['fields'] } | { readonly problems: readonly AgentProblem[] } {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter });
  const lineAt = (offset: number): number => counter.linePos(offset).line + linesAbove;
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0)
    return { problems: broken.map(({ message, pos }) => wrong(path, lineAt(pos[0]), message.split('\n', 1)[0] ?? '')) };
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { fields: [] };
  if (!isMap(contents)) return { problems: [wrong(path, 2, 'expected fields as "key: value"')] };
  try {
    // Resolves aliases, and throws where they multiply beyond measure.
    const values = document.toJS() as Readonly<Record<string, unknown>>;
    const fields = contents.items.map(({ key }) => {
      const [written, offset] = isScalar(key) ? [String(key.value), key.range[0]] : [String(key), 0];
      return { key: written, value: values[written], line: lineAt(offset) };
    });
    return { fields };
  } catch (error) {
    return { problems: [wrong(path, 2, error instanceof Error ? error.message : String(error))] };
  }
}

function wrong(path: string, line: number, message: string): AgentProblem {
  return { severity: 'error', message: `${path}:${line}: ${message}` };
}

function refused(path: string, reason: string): AgentProblem {
  return { severity: 'error', message: `${path} cannot be read as an agent: ${reason}` };
}

function notTrusted(path: string): AgentProblem {
  return { severity: 'warning', message: `${path} is not used until you trust it: see \`planwright trust\`` };
}
