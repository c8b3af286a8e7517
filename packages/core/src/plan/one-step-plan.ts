import { assessTask } from '../explore/assess-task.js';
import type { Plan } from './plan.js';
import { stepIdFor } from './step-id.js';

/** The plan of a task too small for a planner: made by code, at no call, and carried out like any other. */
export function oneStepPlan(task: string): Plan {
  const { signals, score, level } = assessTask(task);
  const title = firstLine(task);
  // Without a verb that changes something, it is a question, and a question is looked up.
  const agent = signals.verbs.length > 0 ? 'coder' : 'search';
  return {
    goal: title,
    complexity: level,
    score,
    mode: 'sequential',
    advance: 'auto',
    venue: 'main',
    steps: [
      {
        id: stepIdFor('E1', new Set()),
        label: 'E1',
        title,
        task: escapeReferences(task),
        agent,
        dependsOn: [],
        files: [],
        implementation: [],
        criteria: [],
        verify: [],
        extra: {},
      },
    ],
    extra: {},
  };
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  const points = Array.from(line);
  return points.length > 80 ? `${points.slice(0, 79).join('')}…` : line;
}

/** A user's `#E12` is a word like any other: there is no earlier step it could mean. */
function escapeReferences(task: string): string {
  return task.replace(/#(?=E[0-9])/g, '\\#');
}
