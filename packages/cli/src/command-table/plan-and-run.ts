import type { CommandGroup } from '../command.js';
import * as flags from './flags.js';

export const planAndRun: CommandGroup = {
  title: 'Plan and run',
  commands: [
    {
      name: 'task',
      summary: 'plan a task, show the plan, ask, carry it out, report',
      arguments: [{ name: 'task', rest: true }],
      flags: {
        ...flags.armFlags,
        ...flags.modeFlags,
        ...flags.approveFlags,
        ...flags.limitFlags,
        ...flags.workFlags,
        ...flags.dryRunFlags,
      },
      notes: ['The word "task" may be left out. "-" reads the task from stdin.'],
      examples: [
        'planwright "where is the retry limit decided, and which tests cover it?"',
        'planwright --approve auto --json "read README.md and then list the commands it names"',
      ],
      load: () => import('../commands/task.js').then((file) => file.task),
    },
    {
      name: 'assess',
      summary: 'score a task and say whether it would be planned first',
      arguments: [{ name: 'task', rest: true }],
      flags: { ...flags.armFlags, ...flags.modeFlags },
      examples: ['planwright assess "rename the flag, then update README.md"'],
      load: () => import('../commands/assess.js').then((file) => file.assess),
    },
    {
      name: 'plan',
      summary: 'draft a plan and show it; runs nothing',
      arguments: [{ name: 'task', rest: true }],
      flags: {
        ...flags.modeFlags,
        ...flags.limitFlags,
        ...flags.modelFlags,
        ...flags.logFileFlags,
        ...flags.dryRunFlags,
      },
      notes: ['The draft is kept; approve it, edit it or run it later.'],
      examples: ['planwright plan "add a --json flag to the export command"'],
      load: () => import('../commands/plan.js').then((file) => file.plan),
    },
    {
      name: 'run',
      summary: 'carry out a plan file, or go on with a run',
      arguments: [{ name: 'run | plan file | -' }],
      flags: { ...flags.approveFlags, ...flags.limitFlags, ...flags.workFlags, ...flags.dryRunFlags },
      notes: ['A run that has ended is run again, as a new run of the same plan.'],
      examples: ['planwright run plan.json', 'planwright run run-4f7k2m9q', 'planwright run - < plan.md'],
      load: () => import('../commands/run.js').then((file) => file.run),
    },
    {
      name: 'approve',
      summary: 'approve exactly the plan that is shown, and carry it out',
      arguments: [
        { name: 'run', optional: true },
        { name: 'step', optional: true },
      ],
      flags: {
        hash: {
          type: 'string',
          value: 'hash',
          summary: 'refuse unless the plan still has this hash (or its beginning)',
        },
        yes: { type: 'boolean', short: 'y', summary: 'do not ask again' },
        ...flags.recordFlags,
      },
      notes: ['With a step: lets one step go on that waits for you.'],
      examples: ['planwright approve', 'planwright approve run-4f7k2m9q --hash 1f6c0b'],
      load: () => import('../commands/approve.js').then((file) => file.approve),
    },
    {
      name: 'edit',
      summary: 'change the steps that have not started, in your editor',
      arguments: [{ name: 'run', optional: true }],
      flags: {
        file: {
          type: 'string',
          value: 'file',
          summary: 'take the plan from this file ("-": stdin) instead of an editor',
        },
        approve: { type: 'boolean', summary: 'approve the new revision too, and carry it out' },
        ...flags.recordFlags,
      },
      notes: ['The editor is $VISUAL or $EDITOR. Lines that name a step keep it; a step without an id is new.'],
      examples: ['planwright edit', 'planwright edit run-4f7k2m9q --file plan.md --approve'],
      load: () => import('../commands/edit.js').then((file) => file.edit),
    },
  ],
};
