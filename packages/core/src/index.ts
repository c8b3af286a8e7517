export {
  PlanwrightError,
  type ErrorCode,
  type ErrorInfo,
  errorCodes,
  errorFacts,
  errorInfo,
  toErrorInfo,
} from './shared/errors.js';
export { type RunId, type StepId, parseRunId, planIdOf, runIdSchema, stepIdSchema } from './shared/ids.js';
export { type Actor, actorSchema, type NewEvent, type StoredEvent } from './shared/envelope.js';
export { type ToolClass, highestClass, toolClassSchema } from './tools/tool-class.js';
export { type Plan, type PlanProblem, type PlanProblemCode, planLimits, planSchema } from './plan/plan.js';
export { type OnFailure, type Step, type StepFile, stepSchema } from './plan/step.js';
export { type RunRow, runRowSchema } from './view/run-row.js';
