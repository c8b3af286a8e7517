import {
  checkPlan,
  missingFileFindings,
  neededFiles,
  type Plan,
  planMisfits,
  planningContextText,
  type PlanReview,
  readGivenSchema,
  type ReviewOrder,
  type Usage,
} from '@planwright/core';
import type { WorkOptions } from '../ports/worker.js';
import { locateFile } from './confined-path.js';
import type { ModelPlannerOptions } from './model-planner-options.js';

export type HeldDraft = { readonly review?: PlanReview; readonly notes: readonly string[]; readonly usage?: Usage };

type Subject = { readonly task: string; readonly plan: Plan };

/** More files than this, and the plan has other faults. */
const mostFiles = 400;

/** Holds a plan against the project, the schema that was given, and a reviewer where there is one. */
export async function holdDraft(subject: Subject, work: WorkOptions, options: ModelPlannerOptions): Promise<HeldDraft> {
  const found = [...(await missingFiles(subject.plan, options.root)), ...schemaFindings(subject.plan, work)];
  const reviewed = (await options.review?.(reviewOrder(subject, work, options), work)) ?? {};
  const findings = [...found, ...(reviewed.review?.findings ?? [])];
  const { criteria = [] } = reviewed.review ?? {};
  const review = { findings, ...(criteria.length > 0 ? { criteria } : {}) };
  return {
    ...(findings.length + criteria.length > 0 ? { review } : {}),
    notes: reviewed.note === undefined ? [] : [reviewed.note],
    ...(reviewed.usage ? { usage: reviewed.usage } : {}),
  };
}

async function missingFiles(plan: Plan, root: string): Promise<PlanReview['findings']> {
  const needed = neededFiles(plan).slice(0, mostFiles);
  const paths = [...new Set(needed.map(({ path }) => path))];
  const located = await Promise.all(paths.map((path) => locateFile(root, path)));
  const missing = paths.filter((_, place) => {
    const there = located[place];
    return there?.type === 'unreadable' && there.reason === 'missing';
  });
  return missingFileFindings(needed, new Set(missing));
}

function schemaFindings(plan: Plan, { context }: WorkOptions): PlanReview['findings'] {
  const read = readGivenSchema(context?.schema);
  if (!read.ok) return [];
  const at = new Date().toISOString();
  return planMisfits(plan, read.schema, at).map((misfit) => ({
    ...{ dimension: 'constraints', severity: 'critical', step: null },
    message: `the plan does not fit the given schema: ${misfit}`,
  }));
}

function reviewOrder({ task, plan }: Subject, { context }: WorkOptions, { agents }: ModelPlannerOptions): ReviewOrder {
  const { specs } = context ?? {};
  const check = checkPlan(plan, {
    ...{ source: 'drafted', drafter: 'model', task },
    ...(agents ? { agents: agents.map(({ name }) => name) } : {}),
    ...(specs ? { requirements: specs.requirements.map(({ id, title }) => ({ id, text: title })) } : {}),
    ...(specs ? { constraints: specs.constraints.map(({ text }) => text) } : {}),
  });
  return { task, plan, context: context ? planningContextText(context) : '', findings: check.findings };
}
