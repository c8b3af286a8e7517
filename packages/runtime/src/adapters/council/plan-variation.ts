import { type Plan, referencesIn, type Step, stepIdFor } from '@planwright/core';
import type { StepDraft } from '../offline/step-list.js';

/** What a plan is made of: steps that only find out, steps that act, and the run of the tests at its end. */
export type PlanParts = {
  readonly reading: readonly Step[];
  readonly acting: readonly Step[];
  readonly tests: Step | undefined;
};

const readers = new Set(['search', 'file', 'explorer']);

export function partsOf({ steps }: Plan): PlanParts {
  const last = steps.at(-1);
  const tests = last?.agent === 'tester' && last.verify.length > 0 ? last : undefined;
  const reading = steps.filter(({ agent }) => readers.has(agent));
  return { reading, acting: steps.filter((step) => step !== tests && !reading.includes(step)), tests };
}

/** The plan with one more step; `before` are steps that then wait for it, `after` those that it waits for. */
export function withStep(
  plan: Plan,
  draft: StepDraft,
  { before = [], after = [] }: { readonly before?: readonly Step[]; readonly after?: readonly Step[] },
): Plan {
  const label = `E${Math.max(0, ...plan.steps.map((step) => Number(step.label.slice(1)))) + 1}`;
  const id = stepIdFor(label, new Set(plan.steps.map((step) => step.id)));
  const lists = { files: [], implementation: [], criteria: [], verify: [], extra: {} };
  const added: Step = { ...lists, ...draft, id, label, dependsOn: after.map((step) => step.label) };
  const waiting = new Set(before.map((step) => step.label));
  const steps = plan.steps.map((step) =>
    waiting.has(step.label) ? { ...step, dependsOn: [...step.dependsOn, label] } : step,
  );
  return { ...plan, steps: [...steps, added] };
}

/** The plan without these steps, and without what others took from their answers. */
export function withoutSteps(plan: Plan, dropped: readonly Step[]): Plan {
  const labels = new Set(dropped.map(({ label }) => label));
  const steps = plan.steps.flatMap((step) =>
    labels.has(step.label)
      ? []
      : [
          {
            ...step,
            task: withoutReferences(step.task, labels),
            dependsOn: step.dependsOn.filter((label) => !labels.has(label)),
          },
        ],
  );
  return { ...plan, steps };
}

function withoutReferences(task: string, labels: ReadonlySet<string>): string {
  const gone = referencesIn(task).filter(({ label }) => labels.has(label));
  const rest = gone.toReversed().reduce((text, { index, text: { length } }) => {
    return text.slice(0, index) + text.slice(index + length);
  }, task);
  return rest.replace(/\n{3,}/g, '\n\n').trim();
}
