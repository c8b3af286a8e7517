import { type Plan, stepClass } from '@planwright/core';
import type { Planner } from '../ports/worker.js';
import type { ReadOptions, WorkspaceReader } from '../ports/workspace-reader.js';
import { planOfCommands } from './offline-command-plan.js';
import { planAsExplored } from './offline-planner-context.js';
import { contextPack } from './offline/context-pack.js';
import { draftChange, ordersLeftOut, subjectOfChange } from './offline/draft-change.js';
import { draftQuestion } from './offline/draft-question.js';
import { findCommands } from './offline/find-commands.js';
import { findPlaces, placesMeant } from './offline/find-places.js';
import { understandTask } from './offline/inquiry.js';
import { limitInquiry, longestTask } from './offline/limit-inquiry.js';
import type { Look } from './offline/look.js';
import { projectFacts } from './offline/project-facts.js';
import { listed } from './offline/quote.js';
import { readTask } from './offline/read-task.js';
import { subjectOf, whyNotSearched } from './offline/search-answer.js';
import { searchWorkspace } from './offline/search-workspace.js';
import { type Sources, sourcesIn } from './offline/sources.js';
import type { WorkspaceStates } from './explorations/workspace-state.js';

export type OfflinePlannerOptions = {
  readonly reader: WorkspaceReader;
  /** Shared with an explorer: what it has just searched is not searched again. */
  readonly states?: WorkspaceStates;
};

/**
 * Drafts plans without a model, from the task's words and what the project holds. A question becomes steps that only read;
 * a change becomes reading steps, the change in the task's own words, and the project's tests; an order to run something
 * becomes that command, however small the task. It names no file, symbol or command that it has not seen, and says in the
 * notes what it could not look at.
 */
export function createOfflinePlanner({ reader, states }: OfflinePlannerOptions): Planner {
  const draftSmall = (task: string, options: ReadOptions): Promise<Plan | undefined> =>
    planOfCommands(task, reader, options);
  return {
    draftSmall,
    draft: async (task, options) => {
      const commands = await draftSmall(task, options);
      if (commands !== undefined) return { ok: true, plan: commands, notes: [] };
      const listing = await (states ? states.current(options).then((state) => state.listing) : reader.list(options));
      const sources = sourcesIn(listing, reader);
      const reading = readTask(task);
      const subject = reading.type === 'change' ? subjectOfChange(task, reading) : task;
      const look = await lookAt(sources, { task, subject, answers: options.context?.answers ?? [] }, options);
      const change = reading.type === 'change' && draftChange(look, reading, await contextPack(look, sources, options));
      // Orders to test something that cannot be tested here leave nothing to do; what they are about can still be read.
      const isEmpty = change && change.steps.length === 0;
      const drafted = !change || isEmpty ? draftQuestion(look) : change;
      const plan = planAsExplored(drafted, options.context, await sources.list(options));
      const guess = reading.type === 'question' && reading.isGuess;
      const leftOut = change && !isEmpty ? ordersLeftOut(look, reading) : [];
      return {
        ok: true,
        plan,
        notes: [
          ...look.notes,
          ...(guess ? ['the task was read as a question, because it orders nothing'] : []),
          ...(isEmpty ? ['the project has no test command, so the plan only reads what the task is about'] : []),
          ...leftOut.map(({ text }) => `no step does "${text}": the project has no test command`),
          ...unprovedNote(plan),
        ],
      };
    },
  };
}

/** In one line, why the check finds criteria missing, and what whoever is to approve the plan can do about that. */
function unprovedNote({ steps }: Plan): readonly string[] {
  const unproved = steps.filter(
    ({ agent, criteria, verify }) => criteria.length + verify.length === 0 && stepClass({ agent, verify }) !== 'reads',
  );
  if (unproved.length === 0) return [];
  const [labels, them] = [listed(unproved.map(({ label }) => label)), unproved.length === 1 ? 'it is' : 'they are'];
  return [
    `nothing proves ${labels}: no test command was found at the root of the project; approve it and look for yourself, or say with \`planwright edit\` how one sees that ${them} done`,
  ];
}

async function lookAt(
  sources: Sources,
  { task, subject, answers }: Pick<Look, 'task' | 'subject' | 'answers'>,
  options: ReadOptions,
): Promise<Look> {
  const listing = await sources.list(options);
  const paths = listing.files.map(({ path }) => path);
  const inquiry = limitInquiry(understandTask(subject.slice(0, longestTask)));
  const named = findPlaces(understandTask(task.slice(0, longestTask)).paths, paths);
  const places = placesMeant(
    named,
    answers.map(({ answer }) => answer),
  );
  const search = await searchWorkspace(sources, { ...inquiry, want: 'anything' }, options);
  const notes = [
    ...listing.notes.map((note) => `not looked at: ${note}`),
    ...(task.length > longestTask ? [`only the first ${longestTask} characters of the task were looked for`] : []),
    ...(search.passages.length === 0 && places.files.length === 0
      ? [whyNotSearched(inquiry, paths.length) ?? `no file speaks of ${subjectOf(inquiry)}`]
      : []),
    ...places.missing.map((path) => `the task names ${path}, which is not there`),
  ];
  return {
    task,
    subject,
    answers,
    facts: projectFacts(paths),
    places,
    search,
    found: await findCommands(sources, options),
    notes,
  };
}
