/** Carries plans out. Platform-neutral: what needs Node is in `@planwright/runtime/node`. */
export { type CollaboratingPlannerOptions, createCollaboratingPlanner, type PlannedArea } from './collaborate.js';
export {
  type PlannedTask,
  type PlanningTaskFile,
  workPlanningTasks,
  type WorkPlanningTasksOptions,
} from './work-planning-tasks.js';
export { createRuntime, proceed, type Runtime, type RuntimeOptions, type StartOptions } from './create-runtime.js';
export { type CommandOptions, findStep, person, type Run } from './run-handle.js';
export { takeOutStrays } from './stray-work.js';
export type { StepLimits } from './carry-out-step.js';
export { createMemoryEventStore } from './adapters/memory-event-store.js';
export { createLocalStepRunner } from './adapters/local-step-runner.js';
export type { Clock } from './ports/clock.js';
export type { Append, Appended, EventStore, ExecutorRecord, StreamAppend } from './ports/event-store.js';
export type { LookAtGround } from './ports/ground.js';
export type { Ids } from './ports/ids.js';
export type { Liveness } from './ports/liveness.js';
export type { KeptLessons, LessonStore } from './ports/lesson-store.js';
export type { Log } from './ports/log.js';
export type { Model, ModelMessage, ModelReply, ModelRequest, ToolCall, ToolSpec } from './ports/model.js';
export { converse, type Conversation, type Conversed, type Ending } from './converse.js';
export { askForObject } from './ask-for-object.js';
export { createFallbackModel } from './fallback-model.js';
export { createFallbackStaff, type Staff } from './fallback-worker.js';
export { createReceiptPlanner } from './receipt-planner.js';
export { createRetryingModel } from './retrying-model.js';
export { createToolbox, type ToolboxOptions } from './toolbox.js';
export type { Caller, Cassette } from './ports/cassette.js';
export type { CommandResult, Commands, RunCommandOptions } from './ports/commands.js';
export type { Meter } from './ports/meter.js';
export type { Tool, ToolResult, Tools } from './ports/tools.js';
export type {
  Applied,
  ApplyHow,
  Base,
  Cleaned,
  Drift,
  KeepOptions,
  Kept,
  Proven,
  RunWorkspace,
  StepSite,
  Throwaway,
  Undone,
  Workspace,
  WorkspaceDigest,
  Workspaces,
} from './ports/workspaces.js';
export type { CarryOut, CreateStepRunner, Dispatched, StepRunner, UnderWay } from './ports/step-runner.js';
export type { AnswerOrder, Draft, Planner, Worker, WorkOptions } from './ports/worker.js';
export {
  exploreTask,
  type ExploredFrom,
  type ExploreTaskOptions,
  fromDescription,
  type TaskExploration,
} from './explore-task.js';
export { createExplore, type ExploreParts } from './create-explore.js';
export type { Explore, Explored } from './ports/explore.js';
export { routeAndExplore, type RoutedExploration, type RouteAndExploreOptions } from './route-and-explore.js';
export { createFallbackExplorer } from './fallback-explorer.js';
export type { ExplorationCache, FoundExploration, KeptExploration } from './ports/exploration-cache.js';
export type { ExploredAngle, Explorer, ExploreOptions, Visit } from './ports/explorer.js';
export type { Council } from './ports/council.js';
export { createReceiptCouncil } from './receipt-council.js';
