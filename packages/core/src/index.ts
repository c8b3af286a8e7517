/** The public names, in flow order. */
export { type Assessment, assessTask, type ComplexityLevel } from './explore/assess-task.js';
export { type PlanFirstDecision, type PlanFirstMode, shouldPlanFirst } from './explore/plan-first.js';
export {
  planFirstDefaults,
  type PlanFirstSettings,
  planFirstSettings,
  type SettingProblem,
} from './explore/plan-first-settings.js';

export { type Plan, type PlanProblem, type PlanProblemCode, planLimits, planSchema } from './plan/plan.js';
export { type OnFailure, onFailureSchema, type Step, type StepFile, stepSchema } from './plan/step.js';
export { parsePlan, type ParsedPlan } from './plan/parse-plan.js';
export { stepIdFor } from './plan/step-id.js';
export { type Reference, fillReferences, referencesIn } from './plan/references.js';
export { compareLabels, orderSteps, type StepGraph, stepGraph, waves } from './plan/step-graph.js';
export { planHash } from './plan/plan-hash.js';
export { planMessage, planSystemPrompt } from './plan/plan-prompt.js';
export { oneStepPlan } from './plan/one-step-plan.js';

export type { CheckContext, Finding, Rule } from './check/finding.js';
export { checkPlan, type CheckResult } from './check/check-plan.js';
export { ruleTable } from './check/rule-table.js';

export { type Approval, type ApprovalPolicy, isApproved, onlyReads } from './approve/approval.js';

export { defaultOnFailure } from './execute/after-failure.js';
export { type Execution, currentSteps, type RunSettings } from './execute/execution.js';
export { type Hold, type HoldReason, holdReasons, holdReasonSchema } from './execute/hold.js';
export {
  type FailureNext,
  type Proof,
  type StepOutcome,
  stepOutcomeSchema,
  type Usage,
} from './execute/step-outcome.js';
export { isTerminal, isWorking, type StepState } from './execute/step-state.js';
export { stepTask } from './execute/step-input.js';
export { type WorkOrder, workOrder } from './execute/work-order.js';
export { closingPrompt, stepMessage, stepSystemPrompt, toolFailureNote } from './execute/step-prompt.js';

export { duration, reportText, type RunReport, runReport, type StepReport } from './evaluate/report.js';

export type { CommandContext, CommandOf, ExecutorContext, RunCommand } from './run/commands.js';
export { type NewRunEvent, parseRunEvent, runEvent, type RunEvent, type RunEventType } from './run/events.js';
export { emptyRun, isActive, pauseOf, type PlanState, planState, type RunState } from './run/state.js';
export { decide, type Decided } from './run/decide.js';
export { apply } from './run/apply.js';
export { type Effect, next } from './run/next.js';

export { formats } from './formats/formats.js';

export { addressedPlan } from './room/addressed-plan.js';
export { applyRoom } from './room/apply-room.js';
export { decideRoom } from './room/decide-room.js';
export type { RoomCommand, RoomContext, RoomDecision, RoomRunCommand } from './room/room-commands.js';
export { type NewRoomEvent, parseRoomEvent, roomEvent, type RoomEvent, type RoomType } from './room/room-events.js';
export { roomLimits } from './room/room-limits.js';
export { activeSidekicks, emptyRoom, keepsHistory, type RoomState } from './room/room-state.js';
export { type Sidekick, sidekickDeadline } from './room/sidekick.js';

export { type CardAction, type CardRow, cardLine, type PlanCard, planCard } from './view/plan-card.js';
export { timeline, type TimelineLine } from './view/timeline.js';
export { type LogLine, logLine } from './view/log-line.js';
export { type RunRow, runRow, runRowSchema } from './view/run-row.js';
export { hasEnded, isResting, reportOf, runAnswer, type RunResult, runResult } from './view/run-result.js';

export { type AgentSummary, builtInAgents, stepClass } from './tools/agents.js';
export { highestClass, type ToolClass, toolClassSchema } from './tools/tool-class.js';
export { type Actor, actorSchema, type NewEvent, type StoredEvent } from './shared/envelope.js';
export {
  type ErrorCode,
  errorCodes,
  errorFacts,
  type ErrorInfo,
  errorInfo,
  PlanwrightError,
  toErrorInfo,
} from './shared/errors.js';
export { type Stated, stated } from './shared/stated.js';
export { letterDistance, nearestName } from './shared/nearest-name.js';
export { parseRunId, planIdOf, type RunId, runIdSchema, type StepId, stepIdSchema } from './shared/ids.js';
