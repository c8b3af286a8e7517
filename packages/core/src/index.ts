/** The public names, in flow order. */
export { type Assessment, assessTask, type ComplexityLevel } from './explore/assess-task.js';
export { type PlanFirstDecision, type PlanFirstMode, shouldPlanFirst } from './explore/plan-first.js';
export {
  planFirstDefaults,
  type PlanFirstSettings,
  planFirstSettings,
  type SettingProblem,
} from './explore/plan-first-settings.js';

export { type Route, routeTask, scopeOf, type TaskScope } from './explore/route-task.js';
export { angleFacts, type AngleFacts, angleTable, isAngleName } from './explore/angle-table.js';
export { chooseAngles, type ChosenAngles, type TaskKind } from './explore/choose-angles.js';
export {
  type Clarification,
  type Exploration,
  explorationSchema,
  type FileRole,
  type Findings,
  findingsSchema,
  type RelevantFile,
} from './explore/exploration.js';
export {
  type AffectedFile,
  type Diagnosis,
  type DiagnosisFindings,
  diagnosisFindingsSchema,
  diagnosisSchema,
} from './explore/diagnosis.js';
export { angleDocument, type AngleDocument, type AngleOrder, parseAngleDocument } from './explore/angle-document.js';
export type { AngleFinding, FoundCause, FoundFile, FoundQuestion } from './explore/angle-finding.js';
export { angleOfFile, readExploration, type ReadExploration } from './explore/read-exploration.js';
export { pathInProject } from './explore/read-found-files.js';
export {
  mergeExplorations,
  type MergedExploration,
  type MergedFile,
  type MergedNote,
  modulesTouched,
} from './explore/merge-explorations.js';
export { assumptionsFrom, type ClarificationAnswer, type ClarificationQuestion } from './explore/merge-questions.js';
export type { GivenAnswer } from './explore/clarify.js';
export { type PlanningWish, planningWishSchema } from './explore/planning-wish.js';
export type { ExplorationRecord, SpecRecord } from './explore/exploration-record.js';
export { cacheKey, explorationId, type ExplorationIdentity, type Look } from './explore/cache-key.js';
export { priorAnalysis, type TaskWithAnalysis } from './explore/prior-analysis.js';
export { explorationPrompt } from './explore/exploration-prompt.js';
export { type ProjectSpec, readProjectSpec, specsFor } from './explore/project-specs.js';
export {
  readSpecContext,
  type SpecConstraint,
  type SpecContext,
  type SpecEpic,
  specFiles,
  type SpecTexts,
} from './explore/spec-context.js';
export type { SpecEntry } from './explore/spec-entries.js';

export { type Plan, type PlanProblem, type PlanProblemCode, planLimits, planSchema } from './plan/plan.js';
export { type OnFailure, onFailureSchema, type Step, type StepFile, stepSchema } from './plan/step.js';
export { parsePlan, type ParsedPlan } from './plan/parse-plan.js';
export { stepIdFor } from './plan/step-id.js';
export { type Reference, fillReferences, referencesIn } from './plan/references.js';
export { orderSteps, type StepGraph, stepGraph, waves } from './plan/step-graph.js';
export { type FieldChange, type PlanDiff, planDiff, type StepChange } from './plan/plan-diff.js';
export { planHash } from './plan/plan-hash.js';
export { planMessage, type PlanPromptOptions, planSystemPrompt } from './plan/plan-prompt.js';
export { planReplyJsonSchema } from './plan/plan-prompt-schema.js';
export {
  planInContext,
  type PlanningAnswer,
  type PlanningContext,
  type PlanningSpecs,
} from './plan/planning-context.js';
export { type GivenSchema, readGivenSchema, type ReadSchema } from './plan/planning-context-schema.js';
export { planningContextText } from './plan/planning-context-text.js';
export { oneStepPlan } from './plan/one-step-plan.js';
export { similarTask } from './plan/reuse-plan.js';
export { mostDraftedSteps, nextPlanBrief, type OutlinedStep } from './plan/split-plan.js';
export { type Area, areaLimits, type SubPlan } from './plan/collaborate/area.js';
export { type AreaConflict, conflictText } from './plan/collaborate/area-conflict.js';
export { areaTask } from './plan/collaborate/area-task.js';
export { type MergedSubPlans, mergeSubPlans } from './plan/collaborate/merge-sub-plans.js';
export { areasConcerned, excerptOf } from './plan/collaborate/redraft-areas.js';
export { type AreaSplit, splitIntoAreas } from './plan/collaborate/split-into-areas.js';
export { type NextPlanningTask, nextPlanningTask, type WaitingTask } from './plan/planning-tasks/next-planning-task.js';
export {
  type PlanningReport,
  planningReport,
  planningReportText,
  type ReportedTask,
} from './plan/planning-tasks/planning-report.js';
export {
  type PlanningMark,
  type PlanningTask,
  type PlanningTaskStatus,
  type ReadPlanningTasks,
} from './plan/planning-tasks/planning-task.js';
export {
  type PlannedBefore,
  plannedBefore,
  planningTaskText,
  summaryOfPlan,
} from './plan/planning-tasks/planning-task-text.js';
export { markPlanningTask, readPlanningTasks } from './plan/planning-tasks/read-planning-tasks.js';
export { type SubPlanFiles, subPlanFiles, type SubPlanOptions } from './formats/two-layer/sub-plan-files.js';

export type { BetterCriterion, CheckContext, Finding, Fix, Rule, RuleFix } from './check/finding.js';
export { checkPlan, type CheckResult, resultOf } from './check/check-plan.js';
export { type Dimension, dimensionSchema } from './check/dimension.js';
export { type FixedPlan, fixPlan } from './check/fix-plan.js';
export { mergeReview, type PlanReview, planReviewSchema } from './check/merge-review.js';
export { missingFileFindings, type NeededFile, neededFiles } from './check/missing-files.js';
export { type ReviewOrder, reviewPrompt } from './check/review-prompt.js';
export { ruleTable } from './check/rule-table.js';
export type { DimensionResult, Gate } from './check/score.js';

export { type CostSample, type ForecastError, samplesFrom } from './approve/cost-samples.js';
export { type Forecast, forecastPlan, type Range, type StepForecast } from './approve/forecast.js';
export { agentsHash, boundAgents } from './approve/agents-hash.js';
export type { Alternative } from './approve/alternatives.js';
export { type ApprovalRecord, rejectionOf } from './approve/approval-history.js';
export { type ApprovalLimits, approvalLimitsSchema, beyondLimits } from './approve/approval-limits.js';
export { type ApprovalProblem, approvalProblems } from './approve/approval-problems.js';
export {
  type Approval,
  type ApprovalPolicy,
  type ApprovedStep,
  type Ground,
  isApproved,
  onlyReads,
} from './approve/approval.js';
export { redraftPrompt, type RedraftRequest } from './approve/redraft-prompt.js';

export { defaultOnFailure } from './execute/after-failure.js';
export { type Budget, budgetSchema, budgetText, type CostEstimate } from './execute/budget.js';
export { parseBudget } from './execute/parse-budget.js';
export type { Execution, RunSettings } from './execute/execution.js';
export { type Hold, type HoldReason, holdReasons } from './execute/hold.js';
export { readSettlement, type Settlement, settlementInstructions } from './execute/settlement.js';
export { readingPolicy, stepPolicy, trustedTexts } from './execute/step-policy.js';
export {
  addUsage,
  type Asked,
  type FailureNext,
  type Proof,
  type SettledOutcome,
  type StepOutcome,
  stepOutcomeSchema,
  type Usage,
  usageSchema,
} from './execute/step-outcome.js';
export { isTerminal, isWorking, type StepState } from './execute/step-state.js';
export { stepTask } from './execute/step-input.js';
export {
  changesBetween,
  type FileChange,
  outsideFiles,
  type RunRefs,
  runRefs,
  stepCommitMessage,
  stepsToUndo,
  stepTrailer,
  undoneRef,
  whyNotKept,
} from './execute/workspace-rules.js';
export { type OrderContext, type WorkOrder, workOrder } from './execute/work-order.js';
export {
  closingPrompt,
  handoverPrompt,
  stepMessage,
  stepSystemPrompt,
  toolFailureNote,
} from './execute/step-prompt.js';

export type { ConfiguredAgent, ContextPath, CoordinationConfig } from './coordinate/config/config.js';
export { type ConfigPlace, pathText, sharedFolders } from './coordinate/config/config-place.js';
export type { ConfigError, ConfigPath, ConfigWarning } from './coordinate/config/config-problem.js';
export { coordinationKeys, type KeyTree } from './coordinate/config/known-keys.js';
export { type ReadConfig, readCoordinationConfig } from './coordinate/config/read-coordination-config.js';

export { reportText, type RunReport, runReport, type StepReport, timelessReport } from './evaluate/report.js';

export type { CommandContext, CommandOf, ExecutorContext, RunCommand } from './run/commands.js';
export {
  type NewRunEvent,
  parseRunEvent,
  runEvent,
  type RunEvent,
  type RunEventData,
  type RunEventType,
} from './run/events.js';
export {
  emptyRun,
  isActive,
  isUnplanned,
  needsReview,
  pauseOf,
  planningStatus,
  type PlanState,
  planState,
  type Redraft,
  type RunState,
} from './run/state.js';
export { decide, type Decided } from './run/decide.js';
export { apply } from './run/apply.js';
export { describedRoute, planningContextOf, taskOf } from './run/planning-context.js';
export { type Effect, next } from './run/next.js';
export { hadErrors } from './run/follow-up.js';
export { reportOf, runAnswer } from './run/run-answer.js';

export type {
  Consulted,
  ConsultOrder,
  EvaluationOrder,
  PaperEntry,
  RestartContext,
  RestartStep,
  UnusableCode,
  Verdict,
} from './coordinate/consult-order.js';
export {
  type CoordinationAgent,
  coordinationOf,
  type CoordinationSettings,
  coordinationSettingsSchema,
} from './coordinate/coordination-settings.js';
export type { Attempt, CoordinationState } from './coordinate/coordination-state.js';
export { consultPrompt, type ConsultPromptOptions } from './coordinate/consult-prompt.js';
export { consultTools, type WorkflowTool } from './coordinate/consult-tools.js';
export { type PlanningMode, type PlanningNeeded, planningNeeded } from './coordinate/planning-needed.js';
export { presenterAgent, presenterName } from './coordinate/presenter.js';
export { readConsulted, type WorkflowCall } from './coordinate/read-consulted.js';
export { evaluationPrompt, type EvaluationPromptOptions } from './evaluate/evaluation-prompt.js';
export { evaluationTools, readVerdict, type ReadVerdict } from './evaluate/evaluation-tools.js';
export { consultOrder } from './run/consult-order.js';
export { explorationFor } from './run/exploration-for.js';
export { deadlineOf } from './run/deadline-of.js';
export { evaluationOrder, presenterOf } from './run/evaluation-order.js';
export { orderContext } from './run/order-context.js';
export { heard, type HeardSaid } from './run/heard.js';
export { restartContextOf } from './run/restart-context-of.js';

export { isOfOverview, planMisfits } from './formats/plan-misfits.js';
export { type PlannerReply, readPlannerReplies } from './formats/planner-reply.js';
export { planningDocument, planningDocumentPath, type PlanningRecord } from './formats/two-layer/planning-document.js';
export { qualityCheckData } from './formats/two-layer/quality-check.js';
export { formats } from './formats/formats.js';
export { type ParsedMarkdownTasks, readMarkdownTasks, type UnreadField } from './formats/markdown-tasks.js';
export { type ExplorationEntry, manifestEntries } from './formats/two-layer/explorations-manifest.js';
export { fixOverviewSchema, overviewSchema } from './formats/two-layer/overview-schema.js';
export {
  overviewPaths,
  type ParsedTwoLayer,
  readTwoLayer,
  type ReadTwoLayerOptions,
} from './formats/two-layer/read-two-layer.js';
export { taskFileSchema } from './formats/two-layer/task-schema.js';
export {
  type PlanFile,
  type TwoLayerFiles,
  twoLayerFiles,
  type TwoLayerOptions,
} from './formats/two-layer/two-layer-files.js';
export type { TwoLayerProblem } from './formats/two-layer/two-layer-problem.js';

export { addressedPlan } from './room/addressed-plan.js';
export { applyRoom } from './room/apply-room.js';
export { decideRoom } from './room/decide-room.js';
export type { RoomCommand, RoomContext, RoomDecision, RoomRunCommand } from './room/room-commands.js';
export { type NewRoomEvent, parseRoomEvent, roomEvent, type RoomEvent, type RoomType } from './room/room-events.js';
export { roomLimits } from './room/room-limits.js';
export { activeSidekicks, emptyRoom, keepsHistory, type RoomState } from './room/room-state.js';
export { type Sidekick, sidekickDeadline } from './room/sidekick.js';

export { asksForMore, type CardAction, type CardRow, cardLine, type PlanCard, planCard } from './view/plan-card.js';
export { changesView, type StepChanges } from './view/changes.js';
export {
  type AgentColumn,
  type BallotLine,
  coordinationView,
  type CoordinationView,
  type ProposalLine,
} from './view/coordination-view.js';
export { planInText } from './view/plan-in-text.js';
export { statusDocument, type StatusDocument, type StatusPhase } from './view/status-document.js';
export { timeline, type TimelineLine } from './view/timeline.js';
export { type LogLine, logLines } from './view/log-line.js';
export { type RoleMessage, roleMessages } from './view/role-messages.js';
export { type RunRow, runRow, runRowSchema } from './view/run-row.js';
export { hasEnded, isResting, type RunResult, runResult } from './view/run-result.js';

export { type AgentSummary, builtInAgents, type Effort, effortSchema, stepClass } from './tools/agents.js';
export {
  failureFacts,
  failureKindOf,
  modelError,
  type ModelFailure,
  type ModelFailureKind,
  modelFailureOf,
} from './tools/model-failure.js';
export { type Notice, noticeSchema, noticeText } from './tools/notice.js';
export type { SessionRef, SessionWish } from './tools/session.js';
export type { CallFacts, CallPath, ToolPolicy, Verdict as CallVerdict } from './tools/tool-policy.js';
export { highestClass, lowestClass, type ToolClass, toolClassSchema } from './tools/tool-class.js';
export type { Agent, AgentLayer, AgentOrigin, AgentProblem, AgentSetting } from './agents/agent.js';
export { addedPlaces } from './agents/added-places.js';
export { builtInAgentTable, newAgent } from './agents/built-in-agents.js';
export {
  type AnsweredQuestion,
  type Comparison,
  discrepanciesPrompt,
  discrepanciesSchema,
  notKnown,
  questionsSchema,
  refinedSchema,
  refinePrompt,
  verifyAnswerPrompt,
  verifyQuestionsPrompt,
  withDiscrepancies,
} from './agents/draft-prompts.js';
export { type AgentFileSource, readAgentFile } from './agents/read-agent-file.js';
export { resolveAgents, type ResolvedAgents } from './agents/resolve-agents.js';
export { builtInToolClasses, hasTool } from './agents/tool-classes.js';
export {
  type DocumentBrief,
  outlineSchema,
  writerDocumentPrompt,
  type WriterOrder,
  writerOutlinePrompt,
} from './agents/writer-prompts.js';
export { type KeptLesson, keptLesson, type Lesson, lessonSchema } from './lessons/lesson.js';
export { lessonsFor, lessonsText } from './lessons/lessons-for.js';
export { lessonsFrom } from './lessons/lessons-from.js';

export { afterModelFailure } from './tools/after-model-failure.js';
export { splitCommandLine } from './tools/command-line.js';
export { judgeCall } from './tools/judge-call.js';
export { type McpServer, readMcpServers } from './tools/mcp-servers.js';
export { type McpAnnotations, mcpToolClass } from './tools/mcp-tool-class.js';
export { mcpToolNames } from './tools/mcp-tool-name.js';
export {
  type AgentProgramName,
  agentProgramNames,
  type KeyedProvider,
  keyedProviders,
  type ModelName,
  modelNameText,
} from './tools/model-name.js';
export { ownKeyVariable } from './tools/hosted-servers.js';
export { parseModelChain } from './tools/parse-model-chain.js';
export { fitsName } from './tools/path-pattern.js';
export type { PathRule } from './tools/path-rules.js';
export { costOf, type PriceList, priceListSchema } from './tools/prices.js';
export { type Receipt, receiptSchema, whyReceiptFails } from './tools/receipt.js';
export { createRedactor, isSecretName, type Redact, secretValues } from './tools/redact.js';
export {
  otherPeoples,
  type SandboxMount,
  type SandboxRequest,
  sandboxRules,
  type SandboxRules,
} from './tools/sandbox-rules.js';
export { beyondReadingOf, classifyCommand } from './tools/shell/classify-command.js';
export {
  harmlessRedirection,
  type ListItem,
  type ParsedCommand,
  type Redirection,
  type SimpleCommand,
  type Word,
} from './tools/shell/parsed-command.js';
export { showArgs } from './tools/show-args.js';
export { createTaintLedger, type Tainted, type TaintLedger } from './tools/taint.js';
export { jsonValues } from './plan/parse/json-values.js';
export { parseJson } from './shared/parse-json.js';
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
export { counted } from './shared/counted.js';
export { duration } from './shared/duration.js';
export { fenced } from './shared/fenced.js';
export { type Phase, phaseSchema } from './shared/phase.js';
export type { Prompt } from './shared/prompt.js';
export { type Stated, stated } from './shared/stated.js';
export { letterDistance, nearestName } from './shared/nearest-name.js';
export { parseRunId, planIdOf, type RunId, runIdSchema, type StepId, stepIdSchema } from './shared/ids.js';
