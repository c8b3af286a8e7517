import type { Consulted } from '../coordinate/consult-order.js';
import { coordinationOf, type CoordinationSettings } from '../coordinate/coordination-settings.js';
import { currentAttempt, currentRound } from '../coordinate/coordination-state.js';
import { presenterName } from '../coordinate/presenter.js';
import type { RunSettings } from '../execute/execution.js';
import type { CommandContext } from '../run/commands.js';
import { type Effect, next } from '../run/next.js';
import { errorInfo, type ErrorCode } from '../shared/errors.js';
import { builtInAgents } from '../tools/agents.js';
import { Machine, settings, system } from './machine.js';

type CoordinationFields = Parameters<typeof coordinationOf>[1];

/** How agents coordinate in a test; only what it is about needs saying. */
export function coordination(agents: readonly string[], fields: CoordinationFields = {}): CoordinationSettings {
  return coordinationOf(
    agents.map((id) => ({ id, model: `script:${id}` })),
    { timeoutMs: null, ...fields },
  );
}

/** A run whose agents coordinate: they speak, the machine answers. */
export class Coordinated extends Machine {
  /** The first round has begun. */
  static of(
    agents: readonly string[],
    fields: CoordinationFields = {},
    overrides: Partial<RunSettings> = {},
  ): Coordinated {
    const machine = new Coordinated();
    machine.executor = {
      id: 'exec-1',
      agents: [...builtInAgents.map(({ name }) => name), presenterName],
      writesAnswers: true,
    };
    machine.do({
      type: 'run.create',
      task: 'a task',
      settings: { ...settings, ...overrides },
      coordination: coordination(agents, fields),
    });
    return machine;
  }

  say(
    agent: string,
    said: Consulted,
    context: Partial<CommandContext> & { round?: number; attempt?: number } = {},
  ): this {
    const { round = this.round, attempt = this.state.attempt, ...given } = context;
    return this.do({ type: 'agent.say', agent, attempt, round, said }, system, given);
  }

  propose(agent: string, content: string): this {
    return this.say(agent, { type: 'new_answer', content });
  }

  vote(agent: string, proposal: string, reason = 'good', wants?: readonly string[]): this {
    return this.say(agent, { type: 'vote', proposal, reason, ...(wants ? { wants } : {}) });
  }

  giveUp(agent: string, message = '401', code: ErrorCode = 'model-unavailable'): this {
    const { round, state } = this;
    const error = errorInfo(code, message);
    return this.do({ type: 'agent.give-up', agent, attempt: state.attempt, round, error }, system);
  }

  get round(): number {
    return currentRound(this.state.coordination!)?.round ?? currentAttempt(this.state.coordination!).rounds.length;
  }

  get effects(): readonly Effect[] {
    return next(this.state, 'exec-1');
  }

  /** Who is asked now. */
  get asked(): readonly string[] {
    return this.effects.flatMap((effect) => (effect.type === 'consult' ? [effect.agent] : []));
  }

  get attempt(): ReturnType<typeof currentAttempt> {
    return currentAttempt(this.state.coordination!);
  }

  /** The last refusal of an agent in any round of this attempt. */
  refusalOf(agent: string): string | undefined {
    const voices = this.attempt.rounds.flatMap(({ voices }) => voices).filter((voice) => voice.agent === agent);
    return voices.at(-1)?.refusals.at(-1)?.code;
  }
}

/** A small plan as an agent would write it: a step for each task, for whoever wins. */
export function planText(...tasks: readonly string[]): string {
  const steps = tasks.map((task, index) => ({
    id: `E${index + 1}`,
    title: task,
    task,
    criteria: ['`npm test` passes'],
    verify: ['npm test'],
    implementation: ['look', 'act'],
    action: 'Add',
  }));
  return JSON.stringify({ goal: tasks.join(', '), steps });
}
