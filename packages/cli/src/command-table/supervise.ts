import type { CommandGroup } from '../command.js';
import { applyWays } from '../setting-values.js';
import { recordFlags } from './flags.js';

const run = { name: 'run', optional: true } as const;
const step = { name: 'step' } as const;
const yes = { type: 'boolean', short: 'y', summary: 'do not ask' } as const;
const reason = { type: 'string', value: 'text', summary: 'why' } as const;

export const supervise: CommandGroup = {
  title: 'Supervise (from any terminal)',
  commands: [
    {
      name: 'pause',
      summary: 'let no further step start; what is under way ends and is kept',
      arguments: [run],
      flags: { reason },
      examples: ['planwright pause', 'planwright pause run-4f7k2m9q --reason "wait for the release"'],
      load: () => import('../commands/pause.js').then((file) => file.pause),
    },
    {
      name: 'resume',
      summary: 'go on with a paused run',
      arguments: [run],
      flags: { hold: { type: 'string', value: 'reason', summary: 'clear only this hold' }, ...recordFlags },
      examples: ['planwright resume', 'planwright resume run-4f7k2m9q --hold manual_gate'],
      load: () => import('../commands/resume.js').then((file) => file.resume),
    },
    {
      name: 'cancel',
      summary: 'end a run; what has not finished is skipped',
      arguments: [run],
      flags: { reason },
      examples: ['planwright cancel run-4f7k2m9q'],
      load: () => import('../commands/cancel.js').then((file) => file.cancel),
    },
    {
      name: 'budget',
      summary: 'set what a run may spend; one that waited for it goes on',
      arguments: [run, { name: 'amount' }],
      flags: { ...recordFlags },
      notes: [
        'An amount: "200k tokens", "$2.50", "30m", "20k tokens a step", several with commas between them, or none.',
      ],
      examples: ['planwright budget "$2.50"', 'planwright budget run-4f7k2m9q "200k tokens, 30m"'],
      load: () => import('../commands/budget.js').then((file) => file.budget),
    },
    {
      name: 'retry',
      summary: 'try a step again that failed or waits',
      arguments: [run, step],
      flags: { hint: { type: 'string', value: 'text', summary: 'what to do differently' }, ...recordFlags },
      examples: ['planwright retry E3 --hint "the file moved to src/store"'],
      load: () => import('../commands/retry.js').then((file) => file.retry),
    },
    {
      name: 'skip',
      summary: 'leave a step out',
      arguments: [run, step],
      flags: { reason, ...recordFlags },
      examples: ['planwright skip E3 --reason "done by hand last week"'],
      load: () => import('../commands/skip.js').then((file) => file.skip),
    },
    {
      name: 'done',
      summary: 'settle a step that was handed over to you',
      arguments: [run, step],
      flags: {
        answer: { type: 'string', value: 'text', summary: 'what later steps read; "-" reads it from stdin' },
        proof: {
          type: 'string',
          value: 'n: text',
          multiple: true,
          summary: 'what shows that criterion n is met; may be repeated',
        },
        ...recordFlags,
      },
      examples: ['planwright done E2 --answer "the flag is in cli/args.ts" --proof "1: npm test, 34 passed"'],
      load: () => import('../commands/done.js').then((file) => file.done),
    },
    {
      name: 'failed',
      summary: 'say that a step handed over to you could not be done',
      arguments: [run, step],
      flags: { reason, ...recordFlags },
      examples: ['planwright failed E2 --reason "no access to the service"'],
      load: () => import('../commands/failed.js').then((file) => file.failed),
    },
    {
      name: 'undo',
      summary: 'take back what a step changed, with all that depends on it; they can run again',
      arguments: [run, step],
      flags: { yes },
      notes: ['The run is paused afterwards. Your own branch and files are not touched, applied or not.'],
      examples: ['planwright undo E2', 'planwright undo run-4f7k2m9q E2 --yes'],
      load: () => import('../commands/undo.js').then((file) => file.undo),
    },
    {
      name: 'apply',
      summary: 'bring what a run changed to your branch',
      arguments: [run],
      flags: {
        how: {
          type: 'string',
          choices: applyWays,
          summary: 'merge (default) and rebase bring a commit a step, patch changes files only',
        },
        yes,
      },
      notes: ['All of it or nothing: what is in the way is named, and uncommitted work is never overwritten.'],
      examples: ['planwright apply', 'planwright apply run-4f7k2m9q --how patch'],
      load: () => import('../commands/apply.js').then((file) => file.apply),
    },
    {
      name: 'clean',
      summary: "remove a run's branch and folders",
      arguments: [run],
      flags: {
        force: { type: 'boolean', summary: 'also when that loses work that was not applied' },
        'all-applied': { type: 'boolean', summary: 'those of every run whose work was applied' },
      },
      examples: ['planwright clean run-4f7k2m9q', 'planwright clean --all-applied'],
      load: () => import('../commands/clean.js').then((file) => file.clean),
    },
  ],
};
