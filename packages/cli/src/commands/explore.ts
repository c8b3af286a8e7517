import { join } from 'node:path';
import { angleTable, isAngleName, PlanwrightError, type TaskKind } from '@planwright/core';
import { type RoutedExploration, routeAndExplore } from '@planwright/runtime';
import { createFileExplorationCache, loadSpecContext } from '@planwright/runtime/node';
import { checkedSettings } from '../checked-settings.js';
import { choice } from '../choice.js';
import type { Command, CommandContext } from '../command.js';
import { didYouMean } from '../nearest.js';
import { projectOf } from '../open-project.js';
import { explorationDocument, explorationView } from '../output/exploration-view.js';
import { style } from '../output/style.js';
import { prepareStateFolder, type Project } from '../project.js';
import { readTask } from '../read-task.js';
import { chooseWorkers } from '../workers/choose-workers.js';

/** Looks at the project for a task and shows what was found; changes nothing and plans nothing. */
export const explore: Command = async (context) => {
  const { flags, out } = context;
  const task = await readTask(context);
  const project = projectOf(context);
  const wanted = wantedBy(context);
  const found = await exploring(context, project, (options) => routeAndExplore(task, { ...options, ...wanted }));
  const places = { folder: project.root, specsFolder: join(project.stateFolder, 'specs') };
  const specs = await loadSpecContext(task, places, { signal: new AbortController().signal });
  for (const note of [...found.notes, ...specs.notes]) out.note(`${style('yellow', 'note:')} ${note}`);
  if (flags.has('json')) out.json(explorationDocument(task, found, specs));
  else out.print(explorationView(found, specs));
  return found.explored.length > 0 ? 0 : 1;
};

type Wanted = Pick<Parameters<typeof routeAndExplore>[1], 'kind' | 'angles' | 'complexity' | 'refresh'>;

function wantedBy({ flags }: CommandContext): Wanted {
  const complexity = flags.text('complexity');
  return {
    kind: choice('--kind', flags.text('kind') ?? 'feature', kinds),
    angles: anglesIn(flags.text('angles')),
    complexity: complexity === undefined ? undefined : choice('--complexity', complexity, levels),
    refresh: flags.has('refresh'),
  };
}

const kinds = ['feature', 'fix'] as const satisfies readonly TaskKind[];
const levels = ['low', 'medium', 'high'] as const;
const mostAngles = 5;

function anglesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const wrong = names.find((name) => !isAngleName(name));
  if (wrong !== undefined) throw wrongAngles(`"${wrong}" is no angle${didYouMean(wrong, Object.keys(angleTable))}`);
  if (names.length === 0 || names.length > mostAngles)
    throw wrongAngles(`expected 1 to ${mostAngles} angles, found ${names.length}`);
  return names;
}

function wrongAngles(message: string): PlanwrightError {
  const hint = `angles are small letters, digits and hyphens; those with a description are ${Object.keys(angleTable).join(', ')}`;
  return new PlanwrightError('usage-wrong', `--angles: ${message}`, { details: { hint } });
}

type Means = Pick<
  Parameters<typeof routeAndExplore>[1],
  'explorer' | 'searcher' | 'cache' | 'clock' | 'signal' | 'onProgress'
>;

/** Puts everything together, and gives it up in order when the process is asked to stop. */
async function exploring(
  context: CommandContext,
  project: Project,
  work: (means: Means) => Promise<RoutedExploration>,
): Promise<RoutedExploration> {
  const { system, out, flags } = context;
  const tell = (message: string): void => out.note(`${style('yellow', 'note:')} ${message}`);
  const workers = await chooseWorkers(await checkedSettings(context, project), { project, system, tell });
  prepareStateFolder(project);
  const stop = new AbortController();
  const forget = system.onStop(async ({ why }) => {
    stop.abort(new Error(why));
    await workers.close?.();
  });
  try {
    return await work({
      explorer: workers.explorer,
      searcher: workers.searcher,
      cache: createFileExplorationCache(join(project.stateFolder, 'explorations')),
      clock: { now: () => new Date().toISOString() },
      signal: stop.signal,
      ...(system.stderr.isTerminal && !flags.has('json') ? { onProgress: (text) => out.note(style('dim', text)) } : {}),
    });
  } finally {
    forget();
    await workers.close?.();
  }
}
