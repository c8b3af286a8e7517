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
        agents: {
          type: 'string',
          value: 'n',
          summary: 'have 2 to 9 agents with different strategies propose and vote (see coordinate)',
        },
        ...flags.armFlags,
        ...flags.modeFlags,
        ...flags.planningFlags,
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
      name: 'explore',
      summary: 'look at the project for a task: files and why, constraints, questions; plans nothing',
      arguments: [{ name: 'task', rest: true }],
      flags: {
        ...flags.explorationFlags,
        ...flags.modelFlags,
      },
      notes: ['What was found is kept in .planwright/explorations until a file it rests on changes.'],
      examples: [
        'planwright explore "add a --json flag to the export command"',
        'planwright explore --kind fix --angles dataflow,testing "totals are wrong"',
      ],
      load: () => import('../commands/explore.js').then((file) => file.explore),
    },
    {
      name: 'plan',
      summary: 'draft a plan and show it; runs nothing',
      arguments: [{ name: 'task', rest: true, optional: true }],
      flags: {
        ...flags.areaFlags,
        tasks: {
          type: 'string',
          value: 'file',
          summary: 'plan the tasks of a list (PLAN-001 …) one after another, and mark each there',
        },
        out: {
          type: 'string',
          value: 'dir',
          summary: 'also write it there as a two-layer folder, whole or not at all',
        },
        'process-docs': {
          type: 'boolean',
          summary: 'with --out: also planning-context.md, how it came to be',
          needs: 'out',
        },
        ...flags.planningFlags,
        ...flags.modeFlags,
        ...flags.limitFlags,
        ...flags.modelFlags,
        ...flags.logFileFlags,
        ...flags.dryRunFlags,
      },
      notes: ['The draft is kept; approve it, edit it or run it later.'],
      examples: [
        'planwright plan "add a --json flag to the export command"',
        'planwright plan --kind fix --severity high --out plans/totals "totals are wrong"',
        'planwright plan --from-analysis analysis.md "round totals to cents"',
      ],
      load: () => import('../commands/plan.js').then((file) => file.plan),
    },
    {
      name: 'coordinate',
      summary: 'have the agents of a configuration propose and vote, then carry out what they chose',
      arguments: [{ name: 'task', rest: true }],
      flags: {
        config: {
          type: 'string',
          value: 'file',
          summary: 'the file that names the agents, or @examples/NAME for one that comes with the program',
        },
        ...flags.approveFlags,
        ...flags.limitFlags,
        ...flags.workFlags,
      },
      notes: [
        'Without --config the agents are those that planwright.yaml names, the project’s or your own.',
        'Before a plan is approved agents can only look. `planwright show --ballots` shows proposals and votes afterwards.',
      ],
      examples: [
        'planwright coordinate --config @examples/project_structure "Create src/, tests/ and docs/"',
        'planwright coordinate --config team.yaml --approve auto --json "Post a summary"',
      ],
      load: () => import('../commands/coordinate.js').then((file) => file.coordinate),
    },
    {
      name: 'answer',
      summary: 'answer what planning asks, and go on',
      arguments: [
        { name: 'run', optional: true },
        { name: 'Q1=…', optional: true, rest: true },
      ],
      flags: {
        recommended: { type: 'boolean', summary: 'take what is recommended for all that is left, as assumptions' },
        ...flags.approveFlags,
        ...flags.recordFlags,
      },
      notes: [
        'A number stands for the option at that place. Without answers, a terminal is asked one by one.',
        'What `planwright plan` began stays a draft, unless --approve says otherwise.',
      ],
      examples: [
        'planwright answer run-4f7k2m9q Q1=2 Q2="keep the old flag as an alias"',
        'planwright answer --recommended',
      ],
      load: () => import('../commands/answer.js').then((file) => file.answer),
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
      name: 'revise',
      summary: 'have a plan drafted again with what you say about it, and see what changed',
      arguments: [{ name: 'run', optional: true }, { name: 'feedback' }],
      flags: { ...flags.recordFlags },
      notes: ['"-" reads the feedback from stdin.'],
      examples: [
        'planwright revise "keep the old flag as an alias"',
        'planwright revise run-4f7k2m9q "two steps at most"',
      ],
      load: () => import('../commands/revise.js').then((file) => file.revise),
    },
    {
      name: 'reject',
      summary: 'turn a plan down; it stays as it is and does not run',
      arguments: [{ name: 'run', optional: true }, { name: 'reason' }],
      flags: {},
      notes: ['The third plan of a run that is rejected comes with alternatives.'],
      examples: ['planwright reject "too much at once"'],
      load: () => import('../commands/reject.js').then((file) => file.reject),
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
