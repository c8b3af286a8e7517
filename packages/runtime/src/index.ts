/** Carries plans out. Platform-neutral: what needs Node is in `@planwright/runtime/node`. */
export { createRuntime, proceed, type Runtime, type RuntimeOptions, type StartOptions } from './create-runtime.js';
export { type CommandOptions, findStep, person, type Run } from './run-handle.js';
export type { StepLimits } from './carry-out-step.js';
export { createMemoryEventStore } from './adapters/memory-event-store.js';
export { createLocalStepRunner } from './adapters/local-step-runner.js';
export type { Clock } from './ports/clock.js';
export type { Append, Appended, EventStore, ExecutorRecord, StreamAppend } from './ports/event-store.js';
export type { Ids } from './ports/ids.js';
export type { Liveness } from './ports/liveness.js';
export type { Log } from './ports/log.js';
export type { Model, ModelMessage, ModelReply, ModelRequest, ToolCall, ToolSpec } from './ports/model.js';
export type { CarryOut, CreateStepRunner, Dispatched, StepRunner } from './ports/step-runner.js';
export type { AnswerOrder, Draft, Planner, Worker, WorkOptions } from './ports/worker.js';
