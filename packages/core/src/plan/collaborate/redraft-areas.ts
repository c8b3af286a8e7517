import type { Plan } from '../plan.js';
import type { Step } from '../step.js';
import { type Area, areaNameFrom, areaOfId } from './area.js';
import { renameReferences } from './rename-references.js';

/** What is to be different about a merged plan. */
export type AreaRedraft = {
  readonly plan: Plan;
  /** A person's words; null when the check asked. */
  readonly feedback: string | null;
  /** The label each finding is about, or null where it is about the plan. */
  readonly findings: readonly { readonly step: string | null }[];
};

/** The areas that have to be drafted again: those that findings and feedback name; all, where that cannot be told. */
export function areasConcerned({ plan, feedback, findings }: AreaRedraft, areas: readonly Area[]): readonly Area[] {
  const areaOf = (label: string | null): Area | undefined =>
    areaOfId(plan.steps.find((step) => step.label === label)?.alias, areas);
  const said = feedback === null ? [] : namedIn(feedback, areas, areaOf);
  if (feedback !== null && said.length === 0) return areas;
  const found = findings.map(({ step }) => areaOf(step));
  const concerned = new Set([...said, ...found]);
  if (concerned.size === 0 || concerned.has(undefined)) return areas;
  return areas.filter((area) => concerned.has(area));
}

function namedIn(
  feedback: string,
  areas: readonly Area[],
  areaOf: (label: string) => Area | undefined,
): readonly Area[] {
  const labels = feedback.match(/\bE[0-9]+\b/g) ?? [];
  const ids = feedback.match(/\b(?:TASK|FIX)-[0-9]+\b/gi) ?? [];
  const words = new Set(feedback.split(/[\s,;:()"'`]+/).map(areaNameFrom));
  const steps = [...labels.map(areaOf), ...ids.map((id) => areaOfId(id, areas))];
  return areas.filter((area) => words.has(area.name) || steps.includes(area));
}

/** The steps of one area as they stand in a merged plan, for its planner to look at; the whole plan where none is of it. */
export function excerptOf(area: Area, plan: Plan): Plan {
  const steps = plan.steps.filter(({ alias }) => areaOfId(alias, [area]) !== undefined);
  if (steps.length === 0) return plan;
  const own = new Set(steps.map(({ label }) => label));
  const idOf = new Map(plan.steps.map(({ label, alias }) => [label, alias]));
  return {
    ...plan,
    steps: steps.map((step): Step => ({
      ...step,
      // By id: a label that the excerpt does not have would be a mistake in the plan that comes back.
      task: renameReferences(step.task, (label) => (own.has(label) ? label : idOf.get(label))),
      dependsOn: step.dependsOn.filter((label) => own.has(label)),
    })),
  };
}
