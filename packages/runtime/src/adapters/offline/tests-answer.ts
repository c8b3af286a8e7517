import { counted } from '@planwright/core';
import type { ReadOptions } from '../../ports/workspace-reader.js';
import { textOf } from './describe-passage.js';
import { findCommands } from './find-commands.js';
import { findUsesOf } from './find-uses.js';
import { listed, quoteLine } from './quote.js';
import type { Sources, Texts } from './sources.js';
import { narrowTestCommand } from './test-runner.js';
import { type Use, usesIn } from './uses.js';

const mostTests = 12;
const mostCallers = 5;

type Tested = {
  readonly tests: readonly Use[];
  readonly texts: Texts;
  /** What uses the name and has these tests, where no test uses the name itself. */
  readonly through: readonly string[];
};

/** The tests that use a name, or where there are none, those that use what uses it; and how to run just them. */
export async function testsAnswer(name: string, sources: Sources, options: ReadOptions): Promise<string> {
  const { tests, texts, through } = await testsOf(name, sources, options);
  const files = [...new Set(tests.map(({ path }) => path))];
  if (files.length === 0) return `No test uses ${name}, nor anything that uses it.`;
  const paths = (await sources.list(options)).files.map(({ path }) => path);
  const run = narrowTestCommand(await findCommands(sources, options), files, paths);
  const left = tests.length - mostTests;
  return [
    summaryOf(name, through, tests, files) +
      (run ? ` Run them with \`${run.command}\` (${run.path}:${run.line}).` : ''),
    ...tests.slice(0, mostTests).map((test) => {
      const quoted = quoteLine(test.path, test.line, textOf(texts, test.path).lines);
      return `- ${test.within === undefined ? '' : `${test.within}, `}${quoted}`;
    }),
    ...(left > 0 ? [`- and ${counted(left, 'more place')} in ${listed(files)}`] : []),
  ].join('\n');
}

function summaryOf(name: string, through: readonly string[], tests: readonly Use[], files: readonly string[]): string {
  const first = tests[0];
  const place = first ? `${first.path}:${first.line}` : '';
  const others = files.length > 1 ? ` and ${counted(files.length - 1, 'more file')}` : '';
  if (through.length === 0) return `${name} is tested at ${place}${others}.`;
  const [use, are] = through.length === 1 ? ['uses', 'is'] : ['use', 'are'];
  return `No test uses ${name} itself; ${listed(through)}, which ${use} it, ${are} tested at ${place}${others}.`;
}

async function testsOf(name: string, sources: Sources, options: ReadOptions): Promise<Tested> {
  const { found, texts } = await findUsesOf([name], sources, options);
  const uses = found.flatMap((each) => each.uses);
  const direct = uses.filter(isTest);
  if (direct.length > 0)
    return { tests: direct.flatMap((use) => [use, ...testsOfHelper(use, texts)]), texts, through: [] };
  const callers = uses.flatMap(({ kind, within }) =>
    (kind === 'call' || kind === 'use') && within !== undefined ? [within] : [],
  );
  const names = [...new Set(callers.map((caller) => caller.split('.')[0] ?? caller))].slice(0, mostCallers);
  if (names.length === 0) return { tests: [], texts, through: [] };
  const indirect = await findUsesOf(names, sources, options);
  const tested = indirect.found.filter((each) => each.uses.some(isTest));
  return {
    tests: tested.flatMap((each) => each.uses.filter(isTest)),
    texts: indirect.texts,
    through: tested.map((each) => each.name),
  };
}

/** A test file often calls what it tests in one helper, and the helper in every test. */
function testsOfHelper({ path, within = 'test' }: Use, texts: Texts): readonly Use[] {
  const helper = within.split('.')[0] ?? '';
  return within.startsWith('test') ? [] : usesIn(textOf(texts, path), helper).filter(isTest);
}

/** A test that only imports a name tests nothing of it. */
function isTest({ kind }: Use): boolean {
  return kind === 'test call' || kind === 'test';
}
