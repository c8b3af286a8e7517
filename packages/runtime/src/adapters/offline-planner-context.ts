import { type MergedExploration, type Plan, planInContext, type PlanningContext, type Step } from '@planwright/core';
import type { WorkspaceListing } from '../ports/workspace-reader.js';

/** Below this a diagnosis is a guess, and a plan states no guess as a cause. */
const sureEnough = 0.5;
/** Below this an explored file is no reason to read it first. */
const relevantEnough = 0.5;
const mostFiles = 12;

/**
 * A plan that was drafted from words and listings, with what was explored before: the files that it points to in the order of
 * their relevance, and the cause of a fault where somebody found it.
 */
export function planAsExplored(plan: Plan, context: PlanningContext | undefined, listing: WorkspaceListing): Plan {
  if (context === undefined) return plan;
  const { exploration } = context;
  const known = exploration ? { ...plan, steps: withFiles(plan.steps, exploration, listing) } : plan;
  const inContext = planInContext(known, context);
  const rootCause = inContext.kind === 'fix' && exploration ? causeIn(exploration) : undefined;
  return rootCause === undefined ? inContext : { ...inContext, fix: { ...inContext.fix, rootCause } };
}

function withFiles(steps: readonly Step[], { files }: MergedExploration, listing: WorkspaceListing): Step[] {
  const there = new Set(listing.files.map(({ path }) => path));
  const ranks = new Map(files.map(({ path, relevance }) => [path, relevance]));
  const found = files.filter(({ path, relevance }) => relevance >= relevantEnough && there.has(path));
  return steps.map((step) => {
    if (step.reference === undefined) return step;
    const pointed = [...new Set([...found.map(({ path }) => path), ...step.reference.files])];
    const ranked = pointed.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
    return { ...step, reference: { ...step.reference, files: ranked.slice(0, mostFiles) } };
  });
}

function causeIn({ causes }: MergedExploration): string | undefined {
  const [surest] = causes;
  if (surest === undefined || surest.confidence < sureEnough) return undefined;
  const place = [surest.file, surest.lines].filter((part) => part !== undefined && part !== '').join(':');
  return place === '' ? surest.issue : `${place}: ${surest.issue}`;
}
