import { routeAndExplore } from '@planwright/runtime';
import { checkedSettings } from '../checked-settings.js';
import type { Command, CommandContext } from '../command.js';
import { exploreParts } from '../explore-parts.js';
import { projectOf } from '../open-project.js';
import { explorationDocument, explorationView } from '../output/exploration-view.js';
import { remark } from '../output/remark.js';
import { style } from '../output/style.js';
import { explorationWish } from '../planning-wish.js';
import { prepareStateFolder } from '../project.js';
import { readTask } from '../read-task.js';
import { chooseWorkers } from '../workers/choose-workers.js';

/** Looks at the project for a task and shows what was found; changes nothing and plans nothing. */
export const explore: Command = async (context) => {
  const { flags, out } = context;
  const task = await readTask(context);
  const { kind = 'feature', ...wish } = explorationWish(flags);
  const { found, specs } = await exploring(context, async ({ specs: specsFor, ...means }) => ({
    found: await routeAndExplore(task, { ...means, ...wish, kind }),
    specs: await specsFor(task, means),
  }));
  for (const note of [...found.notes, ...specs.notes]) remark(out, 'note', note);
  if (flags.has('json')) out.json(explorationDocument(task, found, specs));
  else out.print(explorationView(found, specs));
  return found.explored.length > 0 ? 0 : 1;
};

type Means = ReturnType<typeof exploreParts> & Pick<Parameters<typeof routeAndExplore>[1], 'signal' | 'onProgress'>;

/** Puts everything together, and gives it up in order when the process is asked to stop. */
async function exploring<Result>(context: CommandContext, work: (means: Means) => Promise<Result>): Promise<Result> {
  const { system, out, flags } = context;
  const project = projectOf(context);
  const tell = (message: string): void => remark(out, 'note', message);
  const workers = await chooseWorkers(await checkedSettings(context, project), { project, system, tell });
  prepareStateFolder(project);
  const stop = new AbortController();
  const forget = system.onStop(async ({ why }) => {
    stop.abort(new Error(why));
    await workers.close?.();
  });
  try {
    return await work({
      ...exploreParts(project, workers),
      signal: stop.signal,
      ...(system.stderr.isTerminal && !flags.has('json') ? { onProgress: (text) => out.note(style('dim', text)) } : {}),
    });
  } finally {
    forget();
    await workers.close?.();
  }
}
