import { currentAttempt, type Refusal, voiceOf } from '../coordinate/coordination-state.js';
import { type Speaking, whyUnheard } from '../coordinate/speaking.js';
import type { CommandContext, CommandOf, Decision } from './commands.js';
import { happens, refused } from './decision.js';
import { type NewRunEvent, runEvent } from './events.js';
import { hearSaid, type Taken } from './hear-said.js';
import type { RunState } from './state.js';

/** What an agent says is taken, or recorded with the reason why it was not. */
export function agentSays(state: RunState, command: CommandOf<'agent.say'>, context: CommandContext): Decision {
  const speaking = speakingIn(state, command);
  if ('ok' in speaking) return speaking;
  const unheard = whyUnheard(speaking) ?? whyTooLate(state, speaking);
  if (unheard !== undefined) return tellBriefly(speaking, command, unheard);
  const said = hearSaid(state, speaking, command.said, context);
  return 'code' in said ? happens(refusal(command, said)) : happens(saidEvent(command, said));
}

/** The agent is not asked again in this attempt. What it gives up when nobody waits for it changes nothing. */
export function agentGivesUp(state: RunState, command: CommandOf<'agent.give-up'>): Decision {
  const speaking = speakingIn(state, command);
  if ('ok' in speaking) return speaking;
  if ((whyUnheard(speaking) ?? whyTooLate(state, speaking)) !== undefined) return happens();
  const { agent, attempt, error, usage } = command;
  return happens(runEvent('agent.retired', { attempt, agent, reason: error.message, code: error.code, usage }));
}

type Asked = CommandOf<'agent.say'> | CommandOf<'agent.give-up'>;

/** A round that never was, or an agent that is none, is a program's mistake, not an agent's. */
function speakingIn(
  { id, coordination }: RunState,
  { agent, attempt: number, round: asked }: Asked,
): Speaking | Decision {
  if (coordination === null) return refused('not-coordinated', `run ${id} has one planner; no agents propose and vote`);
  const { settings } = coordination;
  if (!settings.agents.some((each) => each.id === agent))
    return refused('agent-unknown', `run ${id} has no agent "${agent}"`, 'agent-unknown');
  const attempt = coordination.attempts.find((each) => each.attempt === number);
  const round = attempt?.rounds.find((each) => each.round === asked);
  if (attempt === undefined || round === undefined)
    return refused('round-unknown', `attempt ${number} of run ${id} has no round ${asked}`);
  return { settings, attempt, round, agent };
}

function whyTooLate(state: RunState, { attempt }: Speaking): Refusal | undefined {
  const isNow = state.coordination !== null && attempt === currentAttempt(state.coordination);
  if (isNow && state.status === 'planning') return undefined;
  return { code: 'too-late', reason: 'the plan was chosen, or the run has ended' };
}

/** What comes too late is recorded so that it can be looked up, but not without end. */
function tellBriefly({ settings, round, agent }: Speaking, command: Asked, why: Refusal): Decision {
  const told = voiceOf(round, agent).refusals.length;
  return told < settings.tries ? happens(refusal(command, why)) : happens();
}

function saidEvent({ agent, attempt, round, usage }: Asked, said: Taken): NewRunEvent {
  const from = { attempt, round, agent, usage };
  switch (said.type) {
    case 'proposal':
      return runEvent('proposal.received', { ...from, ...said.proposal });
    case 'vote':
      return runEvent('vote.cast', { ...from, ...said.ballot });
    case 'pass':
      return runEvent('agent.passed', from);
  }
}

function refusal({ agent, attempt, round, usage }: Asked, { code, reason }: Refusal): NewRunEvent {
  return runEvent('said.refused', { attempt, round, agent, code, reason, usage });
}
