import type { RunSettings } from '../execute/execution.js';
import { currentSteps } from '../execute/execution.js';
import { isWorking, type StepState } from '../execute/step-state.js';
import type { FailureNext, StepOutcome } from '../execute/step-outcome.js';
import type { Plan } from '../plan/plan.js';
import type { Actor } from '../shared/envelope.js';
import { errorInfo, type ErrorInfo } from '../shared/errors.js';
import { runIdSchema, type StepId } from '../shared/ids.js';
import { builtInAgents } from '../tools/agents.js';
import type { CommandContext, RunCommand } from '../run/commands.js';
import { decide } from '../run/decide.js';
import type { NewRunEvent } from '../run/events.js';
import { emptyRun, type RunState } from '../run/state.js';

export const person: Actor = { kind: 'person', name: 'ada' };
export const system: Actor = { kind: 'system', name: 'planwright' };

export const settings: RunSettings = {
  supervised: true,
  autoSteps: 8,
  concurrency: 4,
  maxAttempts: 3,
  maxSteps: 20,
  onFailure: 'pause',
};

/** A run in a test: commands in, events and state out, nothing else. */
export class Machine {
  state: RunState = emptyRun(runIdSchema.parse('run-test1'));
  events: NewRunEvent[] = [];
  refusal: ErrorInfo | null = null;
  private seconds = 0;
  executor: CommandContext['executor'] = {
    id: 'exec-1',
    agents: builtInAgents.map((agent) => agent.name),
    writesAnswers: true,
  };

  /** A run whose plan is drafted, not started. */
  static draft(plan: Plan, overrides: Partial<RunSettings> = {}): Machine {
    const machine = new Machine();
    machine.do({ type: 'run.create', task: 'a task', settings: { ...settings, ...overrides } });
    machine.do({ type: 'plan.draft', plan, source: 'given' });
    return machine;
  }

  static started(plan: Plan, overrides: Partial<RunSettings> = {}): Machine {
    return Machine.draft(plan, overrides).do({ type: 'plan.approve', policy: 'person' }).do({ type: 'run.start' });
  }

  do(command: RunCommand, actor: Actor = person, context: Partial<CommandContext> = {}): this {
    const given: CommandContext = {
      actor,
      at: `2026-01-01T00:00:${String((this.seconds += 1)).padStart(2, '0')}.000Z`,
      ...(this.executor === undefined ? {} : { executor: this.executor }),
      ...context,
    };
    const decision = decide(this.state, command, given);
    this.refusal = decision.ok ? null : decision.refusal;
    if (!decision.ok) return this;
    this.events.push(...decision.events);
    this.state = decision.state;
    return this;
  }

  step(label: string): StepState {
    const index = this.state.execution!.plan.steps.findIndex((step) => step.label === label);
    return this.state.execution!.steps[index]!;
  }

  id(label: string): StepId {
    return this.state.execution!.plan.steps.find((step) => step.label === label)!.id;
  }

  /** Settles a working step: the named one, or the first. */
  settle(outcome: StepOutcome, label = this.working[0]): this {
    const step = this.step(label!);
    return this.do({ type: 'step.settle', step: this.id(label!), try: step.tries, outcome }, system);
  }

  done(label?: string, answer = `answer of ${label ?? this.working[0] ?? ''}`): this {
    return this.settle({ type: 'done', answer }, label ?? this.working[0]);
  }

  fail(next?: FailureNext, label?: string, message = 'it broke'): this {
    return this.settle(
      { type: 'failed', error: errorInfo('agent-failed', message), ...(next ? { next } : {}) },
      label ?? this.working[0],
    );
  }

  get working(): string[] {
    const { plan, steps } = this.state.execution!;
    return plan.steps.filter((_, index) => isWorking(steps[index]!)).map((step) => step.label);
  }

  get current(): string[] {
    return currentSteps(this.state.execution!).map((step) => step.label);
  }

  get statuses(): string[] {
    return this.state.execution!.steps.map((step) => step.status);
  }

  get types(): string[] {
    return this.events.map((event) => event.type);
  }
}
