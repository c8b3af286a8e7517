import {
  type Agent,
  type AngleOrder,
  diagnosisFindingsSchema,
  errorInfo,
  explorationPrompt,
  findingsSchema,
  type Look,
  PlanwrightError,
} from '@planwright/core';
import { askForObject } from '../../ask-for-object.js';
import { converse, type Conversation } from '../../converse.js';
import { createMeteredModel } from '../../metered-model.js';
import type { ExploredAngle, Explorer, ExploreOptions } from '../../ports/explorer.js';
import type { Model, ModelRequest } from '../../ports/model.js';
import type { Tools } from '../../ports/tools.js';
import type { WorkspaceListing, WorkspaceReader } from '../../ports/workspace-reader.js';
import type { PlanningHooks } from '../model-planner-options.js';
import { digestOfFile } from './file-looks.js';
import { onlyWhatIsThere } from './only-what-is-there.js';
import { callAgain, recordLooks } from './recorded-looks.js';
import type { WorkspaceStates } from './workspace-state.js';

export type ModelExplorerOptions = {
  readonly model: Model;
  /** The project, for agent programs that read with tools of their own. */
  readonly root: string;
  readonly reader: WorkspaceReader;
  readonly states: WorkspaceStates;
  /** Tools that read, for the agent of one angle; an explorer is given no other. */
  readonly tools: (angle: string, hooks: PlanningHooks) => Promise<Tools>;
  /** The explorer, as built in or as the project has it. */
  readonly agent: Pick<Agent, 'instructions' | 'effort' | 'turns'>;
};

/**
 * Explores with a model that reads the project, an agent for each angle. What it answers is asked for again until it has the
 * form it should have; files it names that are not there are left out, and said.
 */
export function createModelExplorer(options: ModelExplorerOptions): Explorer {
  const { model, reader, states } = options;
  return {
    name: model.name,
    visit: async (_orders, visiting) => {
      const { listing, digest } = await states.current(visiting);
      return {
        state: digest,
        explore: (order, exploring) => exploreWith(options, order, { ...exploring, listing }),
        lookAgain: async (order, looks, looking) => {
          const tools = await options.tools(order.angle, { onNotice: nobody, onCall: looking.onCall });
          return Promise.all(
            looks.map((look) =>
              isFile(look) ? readAgain(look, reader, looking) : callAgain(look, tools, looking.signal),
            ),
          );
        },
      };
    },
  };
}

const nobody = (): void => undefined;

function isFile({ tool }: Look): boolean {
  return tool === 'read';
}

async function readAgain(
  { args }: Pick<Look, 'args'>,
  reader: WorkspaceReader,
  options: ExploreOptions,
): Promise<Look> {
  return { tool: 'read', args, digest: await digestOfFile(String(args['path']), reader, options) };
}

type Exploring = ExploreOptions & { readonly listing: WorkspaceListing };

async function exploreWith(
  options: ModelExplorerOptions,
  order: AngleOrder,
  exploring: Exploring,
): Promise<ExploredAngle> {
  const { signal, onNotice, onCall, meter, listing } = exploring;
  const tools = await options.tools(order.angle, { onNotice: onNotice ?? nobody, onCall });
  const recorded = recordLooks(tools, (path) => digestOfFile(path, options.reader, exploring));
  const { system, message } = explorationPrompt(order, options.agent);
  const caller = { phase: 'explore', agent: 'explorer', label: order.angle, try: 1, attempt: 1, turn: 1 } as const;
  const request: ModelRequest = {
    ...{ ...caller, system, tools: [], messages: [{ role: 'user', text: message }] },
    ...(options.agent.effort ? { effort: options.agent.effort } : {}),
  };
  const model = readsFirst(createMeteredModel(options.model, meter), recorded.tools, options);
  const asking = { signal, name: 'exploration', ...(onNotice ? { onNotice } : {}) };
  const asked =
    order.kind === 'fix'
      ? await askForObject(model, request, diagnosisFindingsSchema, asking)
      : await askForObject(model, request, findingsSchema, asking);
  const { findings, paths, notes } = onlyWhatIsThere(asked.value, listing.files);
  const looks = recorded.looks();
  const unseen = paths.filter((path) => !looks.some((look) => isFile(look) && look.args['path'] === path));
  const named = await Promise.all(unseen.map((path) => readAgain({ args: { path } }, options.reader, exploring)));
  // Agent programs read with tools of their own, which nobody sees: what they name counts as read, and so does the listing.
  const listed = looks.length > 0 ? [] : [await callAgain({ tool: 'list', args: {} }, tools, signal)];
  return { findings, notes, usage: asked.usage, looks: [...looks, ...named, ...listed] };
}

/** The first reply is found by reading; a reply in the wrong form is put right by the model alone. */
function readsFirst(model: Model, tools: Tools, { root, agent }: ModelExplorerOptions): Model {
  let hasRead = false;
  return {
    name: model.name,
    reply: async (request, options) => {
      if (hasRead) return model.reply(request, options);
      hasRead = true;
      const conversed = await converse(
        {
          ...{ model, tools, ending, order: request, phase: request.phase, system: request.system },
          message: request.messages[0]?.text ?? '',
          workplace: { root, access: 'reads', tools },
          effort: agent.effort,
          maxTurns: agent.turns,
          onNotice: options.onNotice,
        },
        options.signal,
      );
      if ('result' in conversed)
        return { text: conversed.result, toolCalls: [], ...(conversed.usage ? { usage: conversed.usage } : {}) };
      const { code, message, details } = conversed.error;
      throw new PlanwrightError(code, message, details === undefined ? {} : { details });
    },
  };
}

const mostReminders = 2;

const ending: Conversation<string>['ending'] = {
  tools: [],
  call: () => undefined,
  words: (text, time) => {
    if (text.trim() !== '') return { result: text };
    if (time <= mostReminders) return { say: 'Go on, or answer with the JSON object that was asked for.' };
    return { error: errorInfo('answer-missing', 'the explorer replied with nothing') };
  },
};
