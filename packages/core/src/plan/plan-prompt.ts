import type { AgentSummary } from '../tools/agents.js';
import { planLimits, type PlanProblem } from './plan.js';

/** Whom the planner may plan for and the form it answers in. */
export function planSystemPrompt(agents: readonly AgentSummary[], maxSteps: number = planLimits.maxSteps): string {
  return [
    'You draft plans. You change nothing and carry nothing out. Answer with one JSON object and no other text:',
    '',
    JSON.stringify(shape, null, 2),
    '',
    'Rules:',
    `- At most ${maxSteps} steps, each one piece of work for one agent: ${agents.map(({ name, purpose }) => `${name} (${purpose})`).join(', ')}.`,
    '- Labels are E1, E2, …. A step that needs the result of another names it in its task as #E1; #E1.summary is the first line of the answer, #E1.head=N and #E1.last=N are its first or last N characters. Steps that need nothing of each other run at the same time.',
    '- "dependsOn" is only for order that no placeholder shows.',
    '- "criteria" can be measured; "verify" holds commands of the project that prove them. Leave a list empty rather than fill it.',
    '- A step that writes names the files it will touch ("files") and what is to be done in them, two lines or more ("implementation").',
    '- Name no file, command or symbol that was not mentioned to you or seen by you: let a search step find it.',
    '- Steps that read come before steps that change what they have read.',
  ].join('\n');
}

const shape = {
  goal: 'the task in one sentence',
  summary: 'what the plan does',
  approach: 'why it goes about it this way',
  kind: 'feature or fix',
  steps: [
    {
      label: 'E1',
      title: 'a few words',
      agent: 'one of the agents',
      task: 'what is to be done, in full sentences',
      dependsOn: [],
      files: [{ path: 'src/…', change: 'what changes in it' }],
      implementation: [],
      criteria: [],
      verify: [],
    },
  ],
};

/** The task; and, where an earlier reply was no plan, what was wrong with it. */
export function planMessage(task: string, problems: readonly PlanProblem[] = []): string {
  const asked = `Task:\n\n${task}`;
  if (problems.length === 0) return asked;
  return [
    asked,
    '',
    'Your last reply cannot be used as a plan:',
    ...problems.map((problem) => `- ${where(problem)}${problem.message}`),
    '',
    'Answer again with the whole plan, corrected.',
  ].join('\n');
}

function where({ step, field }: PlanProblem): string {
  const place = [step, field].filter((part) => part !== null).join(', ');
  return place === '' ? '' : `${place}: `;
}
