import type { EvaluationOrder } from '../coordinate/consult-order.js';
import { agentsLeft, currentAttempt } from '../coordinate/coordination-state.js';
import type { CoordinationAgent } from '../coordinate/coordination-settings.js';
import { presenterIn } from '../coordinate/presenter.js';
import { reportText, timelessReport } from '../evaluate/report.js';
import { isEvaluationDue } from './evaluation-due.js';
import { evaluationKey } from './next.js';
import { reportOf, runAnswer } from './run-answer.js';
import type { RunState } from './state.js';

/** Who carries out steps that name no agent and writes the closing answer: by id; undefined where nothing was chosen. */
export function presenterOf({ coordination }: RunState): string | undefined {
  if (coordination === null) return undefined;
  const last = coordination.attempts.findLast(({ chosen }) => chosen !== null);
  return last && presenterIn(coordination.settings, last);
}

/** Who judges the attempt: the first agent that is left and neither wrote nor carried out what was chosen, else one that did. */
export function evaluatorFor({ coordination }: RunState): CoordinationAgent | undefined {
  if (coordination === null) return undefined;
  const { settings } = coordination;
  const attempt = currentAttempt(coordination);
  const author = attempt.chosen?.agent;
  const presenter = presenterIn(settings, attempt);
  const others = agentsLeft(settings, attempt).filter(({ id }) => id !== author);
  return others.find(({ id }) => id !== presenter) ?? others[0] ?? settings.agents.find(({ id }) => id === author);
}

/** What is to be judged now; undefined when nothing is. */
export function evaluationOrder(state: RunState): EvaluationOrder | undefined {
  const { coordination, execution, id: runId, task, attempt } = state;
  const evaluator = evaluatorFor(state);
  if (coordination === null || evaluator === undefined || !isEvaluationDue(state)) return undefined;
  const report = reportOf(state);
  const plan = execution?.plan ?? null;
  return {
    key: evaluationKey(state),
    runId,
    task,
    attempt,
    evaluator,
    plan,
    answer: (attempt === 1 ? coordination.settings.debugAnswer : undefined) ?? runAnswer(state),
    report: report === null ? '' : reportText(timelessReport(report)),
    verify: [...new Set(plan?.steps.flatMap((step) => step.verify))],
  };
}
