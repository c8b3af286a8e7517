import { type RunEvent, roleMessages } from '@planwright/core';
import type { Command, CommandContext } from '../command.js';
import { findRun, fits } from '../find-run.js';
import { projectOf, withStore } from '../open-project.js';
import { createTeller, timelineText } from '../output/tell-event.js';
import { readEvents } from '../read-run.js';
import { withSession } from '../session.js';

/** What happened; with `--follow`, also what happens, until the run has ended. */
export const events: Command = async (context) => {
  const { flags, out, arguments: words } = context;
  const tell = createTeller();
  const print = (event: RunEvent): void => out.print(timelineText(tell(event)));
  if (!flags.has('follow')) {
    const stored = await withStore(projectOf(context), async (store) =>
      readEvents(store, await findRun(store, words[0], fits.look, out)),
    );
    if (flags.has('messages')) tellMessages(context, stored);
    else if (flags.has('json')) out.json(stored);
    else stored.forEach(print);
    return 0;
  }
  return withSession(
    context,
    { work: 'none', store: 'existing', settings: 'not-needed' },
    async ({ store, runtime }) => {
      const run = await runtime.open(await findRun(store, words[0], fits.look, out));
      for await (const event of run.events()) {
        if (flags.has('json')) out.json(event);
        else print(event);
      }
      return 0;
    },
  );
};

function tellMessages({ flags, out }: CommandContext, stored: readonly RunEvent[]): void {
  const messages = roleMessages(stored);
  if (flags.has('json')) out.json(messages);
  else for (const { at, type, text: told } of messages) out.print(`${at.slice(11, 19)}  ${type}  ${told}`);
}
