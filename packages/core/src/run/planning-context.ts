import { assessTask } from '../explore/assess-task.js';
import { type Route, routeTask, scopeOf } from '../explore/route-task.js';
import type { PlanningContext } from '../plan/planning-context.js';
import type { RunState } from './state.js';

/** Everything that is known about a run's task before its plan is drafted; undefined for runs that were planned without. */
export function planningContextOf(state: RunState): PlanningContext | undefined {
  const { planning, exploration, answers } = state;
  if (planning === null) return undefined;
  const { kind = 'feature', severity, analysis, background, schema, areas } = planning;
  const isExplored = exploration !== null && exploration.angles.length > 0;
  return {
    kind,
    severity,
    level: exploration?.level ?? describedRoute(state).level,
    exploration: isExplored ? exploration.merged : undefined,
    specs: exploration?.specs,
    answers: answers.map(({ question, answer, by }) => ({ question, answer, assumed: by === 'recommendation' })),
    analysis,
    background,
    schema,
    areas,
    fromDescription: exploration !== null && !isExplored,
  };
}

/** What is to be planned. A plan that came as a file has no task: what it is for is its goal. */
export function taskOf({ task, execution }: Pick<RunState, 'task' | 'execution'>): string {
  return task === '' ? (execution?.plan.goal ?? '') : task;
}

/** How big a task looks by its words, or a person's word on it, where nobody looked at the project. */
export function describedRoute({ task, planning }: Pick<RunState, 'task' | 'planning'>): Route {
  return routeTask(assessTask(task), { ...scopeOf(task), override: planning?.complexity });
}
