import type { CommandGroup } from '../command.js';
import { modelFlags } from './flags.js';

const run = { name: 'run', optional: true } as const;

export const look: CommandGroup = {
  title: 'Look',
  commands: [
    {
      name: 'show',
      summary: 'a run: its plan card, findings and what is wanted; or one step of it',
      arguments: [run, { name: 'step', optional: true }],
      flags: {
        transcript: { type: 'boolean', summary: 'with a step: also how its worker got there' },
        prompt: {
          type: 'boolean',
          summary: 'with a step: the prompt to give to an agent of your own',
          excludes: ['transcript'],
        },
        receipt: {
          type: 'boolean',
          summary: 'what planning did, what it was refused, and that nothing changed',
          excludes: ['transcript', 'prompt'],
        },
        ballots: {
          type: 'boolean',
          summary: 'what agents proposed and voted, attempt by attempt',
          excludes: ['transcript', 'prompt', 'receipt'],
        },
      },
      examples: ['planwright show', 'planwright show run-4f7k2m9q E2'],
      load: () => import('../commands/show.js').then((file) => file.show),
    },
    {
      name: 'diff',
      summary: 'what a run, or one step of it, changed',
      arguments: [run, { name: 'step', optional: true }],
      flags: { stat: { type: 'boolean', summary: 'only the files, with how many lines came and went' } },
      notes: ['A pipe gets the diff to the letter: planwright diff E2 | git apply'],
      examples: ['planwright diff', 'planwright diff run-4f7k2m9q E2', 'planwright diff --stat'],
      load: () => import('../commands/diff.js').then((file) => file.diff),
    },
    {
      name: 'list',
      summary: 'the runs of this project, the newest first',
      arguments: [],
      flags: {
        all: { type: 'boolean', summary: 'all of them, not only the newest 20' },
        state: { type: 'string', value: 'state', multiple: true, summary: 'only these states; may be repeated' },
      },
      examples: ['planwright list', 'planwright list --state paused --state draft'],
      load: () => import('../commands/list.js').then((file) => file.list),
    },
    {
      name: 'events',
      summary: 'what happened, event by event',
      arguments: [run],
      flags: {
        follow: { type: 'boolean', short: 'f', summary: 'and what happens from now on, until the run has ended' },
        messages: { type: 'boolean', summary: 'only what its planner tells the coordinator', excludes: ['follow'] },
      },
      examples: ['planwright events', 'planwright events run-4f7k2m9q --follow --json'],
      load: () => import('../commands/events.js').then((file) => file.events),
    },
    {
      name: 'report',
      summary: 'the report of a run, with every answer in full',
      arguments: [run],
      flags: {},
      examples: ['planwright report run-4f7k2m9q'],
      load: () => import('../commands/report.js').then((file) => file.report),
    },
    {
      name: 'check',
      summary: 'hold a plan against every rule',
      arguments: [{ name: 'run | plan file | -' }],
      flags: {
        review: { type: 'boolean', summary: 'also ask the reviewer, which is a model' },
        ...modelFlags,
      },
      examples: ['planwright check plan.json', 'planwright check run-4f7k2m9q --review'],
      load: () => import('../commands/check.js').then((file) => file.check),
    },
    {
      name: 'config',
      summary: 'check a configuration of coordination: every problem with its line, before any call',
      arguments: [{ name: 'check', literal: true }, { name: 'file | @examples/NAME' }],
      flags: {},
      examples: ['planwright config check team.yaml', 'planwright config check @examples/two_agents_offline --json'],
      load: () => import('../commands/config.js').then((file) => file.config),
    },
    {
      name: 'agents',
      summary: 'whom steps can be given to: tools, model, and where each setting came from',
      arguments: [],
      flags: { ...modelFlags },
      examples: ['planwright agents'],
      load: () => import('../commands/agents.js').then((file) => file.agents),
    },
    {
      name: 'lessons',
      summary: 'what failed steps taught; or remove one lesson',
      arguments: [
        { name: 'remove', optional: true },
        { name: 'lesson', optional: true },
      ],
      flags: {},
      examples: ['planwright lessons', 'planwright lessons remove lesson-4f7b2c9d'],
      load: () => import('../commands/lessons.js').then((file) => file.lessons),
    },
    {
      name: 'trust',
      summary: 'let files of this repository that start programs or name servers take effect',
      arguments: [{ name: 'file', optional: true }],
      flags: {
        yes: { type: 'boolean', short: 'y', summary: 'do not ask' },
        forget: { type: 'boolean', summary: 'trust nothing of this project any more' },
      },
      notes: [
        'What you trust is kept with your own settings, by the hash of each file: a changed file is not trusted.',
        'With a file: also a configuration of coordination that you name to `planwright coordinate --config`.',
      ],
      examples: ['planwright trust', 'planwright trust team.yaml', 'planwright trust --forget'],
      load: () => import('../commands/trust.js').then((file) => file.trust),
    },
    {
      name: 'doctor',
      summary: 'where everything is, which settings apply and why, what is guaranteed',
      arguments: [],
      flags: {},
      examples: ['planwright doctor'],
      load: () => import('../commands/doctor.js').then((file) => file.doctor),
    },
  ],
};
