import { stated, type StepFile } from '@planwright/core';
import type { ReadOptions } from '../../ports/workspace-reader.js';
import { fileKind } from './file-kind.js';
import { findUsesOf } from './find-uses.js';
import { type Look, namedDeclarations, subjectNames } from './look.js';
import type { ProjectCommand } from './project-commands.js';
import type { Sources } from './sources.js';
import { narrowTestCommand } from './test-runner.js';
import { testsOfFiles } from './tests-of-files.js';

/** What a change needs beside its task: where it happens, who is affected, what proves it. All of it was seen. */
export type ContextPack = {
  /** Files to be changed; only where the task names a file or a declaration, and all of them: neither a guess nor a part must fence anybody in. */
  readonly files: readonly StepFile[];
  /** Files worth reading: where the subject is declared, who uses it, its tests. */
  readonly related: readonly string[];
  /** Runs just the tests of the subject. */
  readonly narrow: ProjectCommand | undefined;
};

const mostFiles = 12;

export async function contextPack(look: Look, sources: Sources, options: ReadOptions): Promise<ContextPack> {
  const named = namedDeclarations(look);
  const subjects = (named.length > 0 ? named : subjectNames(look)).map(({ passage }) => passage);
  const mentioned = look.places.files.map(({ path }) => path);
  const declaring = [...new Set([...subjects.map(({ path }) => path), ...mentioned])];
  const users = await usersOf([...new Set(subjects.map(({ name }) => name))], sources, options);
  const tests = await testsOfFiles(declaring, sources, options);
  const paths = (await sources.list(options)).files.map(({ path }) => path);
  const isNamed = named.length + mentioned.length > 0;
  const concerned = [...new Set([...declaring, ...users, ...tests])];
  const related = concerned.slice(0, mostFiles);
  const isWhole = concerned.length <= mostFiles;
  return {
    files: isNamed && isWhole ? related.map((path) => fileOf(path, subjects)) : [],
    related,
    narrow: narrowTestCommand(look.found, tests, paths),
  };
}

async function usersOf(names: readonly string[], sources: Sources, options: ReadOptions): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { found } = await findUsesOf(names, sources, options);
  const uses = found.flatMap((each) => each.uses);
  return [
    ...new Set(
      uses.filter(({ kind }) => kind === 'call' || kind === 'use' || kind === 'import').map(({ path }) => path),
    ),
  ];
}

function fileOf(path: string, subjects: readonly { readonly path: string; readonly name: string }[]): StepFile {
  const target = subjects.find((subject) => subject.path === path)?.name;
  const change = target !== undefined ? undefined : fileKind(path) === 'test' ? 'its tests' : 'uses it';
  return { path, action: 'modify', ...stated({ target, change }) };
}
