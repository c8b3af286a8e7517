import {
  addedPlaces,
  addUsage,
  type Agent,
  type AnsweredQuestion,
  builtInAgentTable,
  type Comparison,
  discrepanciesPrompt,
  discrepanciesSchema,
  notKnown,
  type Prompt,
  questionsSchema,
  refinedSchema,
  refinePrompt,
  type StepOutcome,
  toErrorInfo,
  type Usage,
  verifyAnswerPrompt,
  verifyQuestionsPrompt,
  withDiscrepancies,
  type WorkOrder,
} from '@planwright/core';
import { askForObject } from './ask-for-object.js';
import { mapConcurrently } from './map-concurrently.js';
import type { Model, ModelRequest, ReplyOptions } from './ports/model.js';
import { untilAborted } from './until-aborted.js';

/** Who looks at a draft: the refiner or the verifier, with the model it has. */
export type Helper = { readonly agent: Pick<Agent, 'name' | 'instructions' | 'effort'>; readonly model: Model };

export type Deepening = ReplyOptions & {
  /** Whose draft it is, and so what is done with it. */
  readonly agent: Pick<Agent, 'refine' | 'verify'>;
  readonly order: WorkOrder;
  readonly model: Model;
  /** The built-in refiner and verifier with `model`, unless others are given. */
  readonly helperFor?: (name: 'refiner' | 'verifier') => Helper;
  /** Answers a question with tools at hand. Absent: the verifier's model is asked, without any. */
  readonly lookUp?: (prompt: Prompt) => Promise<StepOutcome>;
};

type Deepened = { readonly answer: string; readonly note: string };
type Done = Extract<StepOutcome, { readonly type: 'done' }>;

/** So many questions are looked up at once. */
const questionsAtOnce = 3;

/**
 * Refines and verifies a step's answer as its agent is set. What cannot be refined or verified keeps the draft, and a note
 * in the transcript says why. The usage is that of everything asked. Rejects only with the signal's reason.
 */
export async function deepenAnswer(outcome: StepOutcome, deepening: Deepening): Promise<StepOutcome> {
  const { agent, signal } = deepening;
  if (outcome.type !== 'done') return outcome;
  const stages: readonly Stage[] = [
    ...(agent.refine ? [{ name: 'refined', run: refine }] : []),
    ...(agent.verify ? [{ name: 'verified', run: verify }] : []),
  ];
  const spent: Usage[] = [];
  let deepened: Done = outcome;
  for (const stage of stages) {
    const { answer, note } = await attempt(stage, deepened.answer, {
      ...deepening,
      spend: (usage) => spent.push(usage),
    });
    deepened = { ...deepened, answer, transcript: [deepened.transcript, note].filter(Boolean).join('\n\n') };
  }
  signal.throwIfAborted();
  const usage = spent.reduce(addUsage, outcome.usage ?? {});
  return spent.length === 0 ? deepened : { ...deepened, usage };
}

type Work = Deepening & { readonly spend: (usage: Usage) => void };
type Stage = { readonly name: string; readonly run: (draft: string, work: Work) => Promise<Deepened> };

async function attempt({ name, run }: Stage, draft: string, work: Work): Promise<Deepened> {
  try {
    return await untilAborted(run(draft, work), work.signal);
  } catch (error) {
    work.signal.throwIfAborted();
    const { message } = toErrorInfo(error, 'agent-failed');
    return { answer: draft, note: `Not ${name}, the draft stands: ${message}` };
  }
}

async function refine(draft: string, work: Work): Promise<Deepened> {
  const helper = helperOf('refiner', work);
  const prompt = refinePrompt({ ...helper.agent, order: work.order, draft });
  const { value } = await askForObject(
    helper.model,
    requestOf(prompt, 1, helper, work),
    refinedSchema,
    optionsOf(work),
  );
  if (value.problems.length === 0) return { answer: draft, note: 'Refined: no fault was found.' };
  const note = ['Refined, because:', ...value.problems.map((problem) => `- ${problem}`)].join('\n');
  const added = addedPlaces(value.answer, [draft, work.order.task]);
  if (added.length === 0) return { answer: value.answer, note };
  return { answer: draft, note: `${note}\nThe draft stands: the new text names what nobody saw: ${added.join(', ')}` };
}

async function verify(draft: string, work: Work): Promise<Deepened> {
  const helper = helperOf('verifier', work);
  const given = { ...helper.agent, order: work.order, draft };
  const asked = await askForObject(
    helper.model,
    requestOf(verifyQuestionsPrompt(given), 1, helper, work),
    questionsSchema,
    optionsOf(work),
  );
  const { questions } = asked.value;
  const answers = await mapConcurrently(
    questions,
    async (question, index) => ({ question, answer: await independentAnswer(question, index + 2, helper, work) }),
    { limit: questionsAtOnce, signal: work.signal },
  );
  const compared = await askForObject(
    helper.model,
    requestOf(discrepanciesPrompt({ ...given, answers }), questions.length + 2, helper, work),
    discrepanciesSchema,
    optionsOf(work),
  );
  return corrected(draft, compared.value, answers, work);
}

/** Nobody who answers is shown the draft, what others answered, or the step it is about. */
async function independentAnswer(question: string, turn: number, helper: Helper, work: Work): Promise<string> {
  const prompt = verifyAnswerPrompt({ ...helper.agent, question });
  if (!work.lookUp) {
    const { text } = await helper.model.reply(requestOf(prompt, turn, helper, work), optionsOf(work));
    return text.trim() === '' ? notKnown : text;
  }
  const outcome = await work.lookUp(prompt);
  if (outcome.usage) work.spend(outcome.usage);
  return outcome.type === 'done' ? outcome.answer : notKnown;
}

function corrected(
  draft: string,
  { discrepancies, answer }: Comparison,
  answers: readonly AnsweredQuestion[],
  { order }: Work,
): Deepened {
  const asked = ['Verified by independent answers to:', ...answers.map(({ question }) => `- ${question}`)].join('\n');
  if (discrepancies.length === 0) return { answer: draft, note: `${asked}\nNothing contradicts the draft.` };
  const found = discrepancies.map((one) => `- ${one.draft} But: ${one.found}`).join('\n');
  const sources = [draft, order.task, ...answers.map((one) => one.answer)];
  const isUsable = answer !== null && addedPlaces(answer, sources).length === 0;
  return isUsable
    ? { answer, note: `${asked}\nCorrected:\n${found}` }
    : { answer: withDiscrepancies(draft, discrepancies), note: `${asked}\nIn doubt:\n${found}` };
}

/** The helper, with everything it is asked counted. */
function helperOf(name: 'refiner' | 'verifier', { helperFor, model, spend }: Work): Helper {
  const helper = helperFor?.(name) ?? { agent: builtIn(name), model };
  return {
    agent: helper.agent,
    model: {
      name: helper.model.name,
      reply: async (request, options) => {
        const reply = await helper.model.reply(request, options);
        if (reply.usage) spend(reply.usage);
        return reply;
      },
    },
  };
}

function builtIn(name: string): Agent {
  const agent = builtInAgentTable.find((candidate) => candidate.name === name);
  if (agent === undefined) throw new Error(`there is no agent ${name}`);
  return agent;
}

function requestOf({ system, message }: Prompt, turn: number, { agent }: Helper, { order }: Work): ModelRequest {
  return {
    phase: 'execute',
    agent: agent.name,
    label: order.label,
    try: order.try,
    attempt: order.attempt,
    turn,
    system,
    messages: [{ role: 'user', text: message }],
    tools: [],
    ...(agent.effort ? { effort: agent.effort } : {}),
  };
}

function optionsOf({ signal, onText, onNotice }: Work): ReplyOptions {
  return { signal, ...(onText ? { onText } : {}), ...(onNotice ? { onNotice } : {}) };
}
