import type { SpecRecord } from '../explore/exploration-record.js';
import type { MergedExploration } from '../explore/merge-explorations.js';
import { assumptionsFrom } from '../explore/merge-questions.js';
import type { ProjectSpec } from '../explore/project-specs.js';
import { stated } from '../shared/stated.js';
import { textsIn } from '../shared/texts-in.js';
import type { Plan } from './plan.js';

/** What was specified; the texts of the project's own rules where they were read. */
export type PlanningSpecs = SpecRecord & { readonly specs?: readonly ProjectSpec[] };

export type PlanningAnswer = {
  readonly question: string;
  readonly answer: string;
  /** Nobody was asked: the recommended answer was taken. */
  readonly assumed: boolean;
};

/** What is known about a task before its plan is drafted. */
export type PlanningContext = {
  readonly kind: 'feature' | 'fix';
  /** Of a fix, in a person's word. */
  readonly severity?: string | undefined;
  /** How big the task is, as it was assessed. */
  readonly level?: 'low' | 'medium' | 'high' | undefined;
  readonly exploration?: MergedExploration | undefined;
  readonly specs?: PlanningSpecs | undefined;
  readonly answers?: readonly PlanningAnswer[] | undefined;
  /** What somebody has found out already: planned from, without exploring. */
  readonly analysis?: string | undefined;
  /** What was planned before this task, in the same list. */
  readonly background?: string | undefined;
  /** A JSON Schema that the plan shall fit, as it was given. */
  readonly schema?: unknown;
  /** Into how many areas the task is split, each planned by itself. */
  readonly areas?: number | undefined;
  /** No angle could be explored. */
  readonly fromDescription?: boolean | undefined;
};

/** Where a plan says what it takes for granted. */
const assumptionsKey = 'assumptions';

/** What a plan made in this context takes for granted, in sentences. */
export function assumptionsOf({ answers = [], specs, fromDescription = false }: PlanningContext): readonly string[] {
  return [
    ...assumptionsFrom(
      answers.map(({ question, answer, assumed }) => ({ question, answer, by: assumed ? 'recommendation' : 'person' })),
    ),
    ...(specs?.isImplOnly === true
      ? ['Impl-only: nothing was specified; the plan rests on the task and the code.']
      : []),
    ...(fromDescription ? ['Nothing could be explored; the plan rests on the description of the task alone.'] : []),
  ];
}

/**
 * A plan with what its context decides, whoever drafted it: the kind, the level, the severity, and what it takes for granted.
 * Nothing else is added.
 */
export function planInContext(plan: Plan, context: PlanningContext | undefined): Plan {
  if (context === undefined) return plan;
  const { level, severity } = context;
  const kind = context.kind === 'fix' ? 'fix' : plan.kind;
  const fix = kind === 'fix' && severity !== undefined ? { ...plan.fix, severity } : plan.fix;
  const assumptions = [...new Set([...textsIn(plan.extra[assumptionsKey]), ...assumptionsOf(context)])];
  const extra = assumptions.length === 0 ? plan.extra : { ...plan.extra, [assumptionsKey]: assumptions };
  return { ...plan, ...stated({ kind, fix, complexity: level }), extra };
}
