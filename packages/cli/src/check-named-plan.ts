import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckContext,
  checkPlan,
  type CheckResult,
  type Finding,
  mergeReview,
  missingFileFindings,
  neededFiles,
  type Plan,
  type PlanReview,
  resultOf,
  type RunState,
} from '@planwright/core';
import { loadSpecContext } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { specPlaces } from './explore-parts.js';
import { loadAgents } from './load-agents.js';
import { projectOf } from './open-project.js';
import type { Project } from './project.js';
import type { NamedPlan, ReadPlan } from './read-plan.js';

/**
 * Holds a plan against the rules, what the project specified and the files it has. The plan of a run is as good as it was
 * found when it was made: against its task, and by its reviewer.
 */
export async function checkNamedPlan(context: CommandContext, { run, ...read }: NamedPlan): Promise<CheckResult> {
  const project = projectOf(context);
  const { agents } = await loadAgents(project, context.system.env);
  const known = { agents: agents.map(({ name }) => name) };
  return run === undefined ? checkFile(read, project, known) : checkOfRun(run, read.plan, known);
}

type Known = Required<Pick<CheckContext, 'agents'>>;

async function checkFile({ plan, form }: ReadPlan, project: Project, known: Known): Promise<CheckResult> {
  const { signal } = new AbortController();
  const { requirements, constraints } = await loadSpecContext(plan.goal, specPlaces(project), { signal });
  const rules = checkPlan(plan, {
    ...known,
    source: 'imported',
    ...(form && { form }),
    requirements: requirements.map(({ id, title }) => ({ id, text: title })),
    constraints: constraints.map(({ text }) => text),
  });
  return mergeReview(rules, { findings: missingFiles(plan, { root: project.root, form }) }, plan);
}

/** A plan that somebody brought may be for files that come later; one that is handed on in two layers is for those there are. */
function missingFiles(
  plan: Plan,
  { root, form }: Pick<Project, 'root'> & { readonly form: ReadPlan['form'] },
): PlanReview['findings'] {
  const needed = neededFiles(plan).filter(({ path }) => !path.startsWith('/') && path.split('/')[0] !== '..');
  const missing = new Set(needed.map(({ path }) => path).filter((path) => !existsSync(join(root, path))));
  const findings = missingFileFindings(needed, missing);
  return form === 'two-layer' ? findings : findings.map((finding) => ({ ...finding, severity: 'minor' }));
}

/** What was stored of its check, with the fixes that the rules still have for it. */
function checkOfRun({ findings }: RunState, plan: Plan, known: Known): CheckResult {
  const now = checkPlan(plan, { ...known, source: 'imported' }).findings;
  const fixes = new Map(now.map((finding) => [saying(finding), finding.fixes]));
  return resultOf(findings.map((finding) => ({ ...finding, fixes: fixes.get(saying(finding)) })));
}

function saying({ rule, step, message }: Finding): string {
  return JSON.stringify([rule, step, message]);
}
