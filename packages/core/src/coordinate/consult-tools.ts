import type { ConsultOrder } from './consult-order.js';

/** A tool as a model is told about it. */
export type WorkflowTool = {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** The tools with which an agent speaks in a round: only what it may do, and only proposals that it may vote for. */
export function consultTools(order: ConsultOrder): readonly WorkflowTool[] {
  return [...(order.mayPropose ? [newAnswer(order)] : []), ...(order.mayVote ? [vote(order)] : [])];
}

function newAnswer({ settings }: ConsultOrder): WorkflowTool {
  const isPlan = settings.proposals === 'plan';
  return {
    name: 'new_answer',
    description: isPlan ? 'Proposes a plan. Nothing of it is carried out now.' : 'Proposes an answer to the task.',
    parameters: isPlan
      ? object({ plan: { type: 'object', description: 'The plan: a goal and its steps.' } }, ['plan'])
      : object({ content: { type: 'string', description: 'The whole answer.' } }, ['content']),
  };
}

function vote({ paper, settings, graft }: ConsultOrder): WorkflowTool {
  const isVotable = (isOwn: boolean): boolean => settings.selfVotes || graft !== undefined || !isOwn;
  const names = paper.filter(({ isOwn }) => isVotable(isOwn)).map(({ proposal }) => proposal);
  const wants = {
    type: 'array',
    items: { type: 'string' },
    description: 'Steps of other proposals that it should take in, such as agent2.1/E3.',
  };
  const isGrafted = settings.graft && settings.proposals === 'plan' && graft === undefined;
  return {
    name: 'vote',
    description: 'Votes for one of the proposals, as it stands.',
    parameters: object(
      {
        proposal: { type: 'string', enum: names },
        reason: { type: 'string', description: 'Why this one, and what speaks against the others.' },
        ...(isGrafted ? { wants } : {}),
      },
      ['proposal', 'reason'],
    ),
  };
}

function object(properties: object, required: readonly string[]): WorkflowTool['parameters'] {
  return { type: 'object', properties, required, additionalProperties: false };
}
