import { findCycles } from '../find-cycle.js';
import { referencesIn } from '../references.js';
import type { StepName } from './name-steps.js';
import { type Report, shown } from './report.js';

/** A step's task and dependencies as they were written. */
export type WrittenLinks = { readonly name: StepName; readonly task: string; readonly dependsOn: readonly string[] };

/** The same in labels. */
export type Links = { readonly task: string; readonly dependsOn: readonly string[] };

/**
 * Turns every name of a step, in dependencies and placeholders, into its label. Names that the plan does not have, steps
 * that need themselves and circles are problems.
 */
export function linkSteps(steps: readonly WrittenLinks[], report: Report): readonly Links[] {
  const names = createNameTable(steps.map(({ name }) => name));
  const linked = steps.map((step) => ({
    label: step.name.label,
    dependsOn: resolveDependencies(step, names, report),
    task: resolvePlaceholders(step, names, report),
  }));
  const needs = new Map(linked.map(({ label, dependsOn, task }) => [label, needsOf(label, dependsOn, task)]));
  for (const cycle of findCycles(needs)) {
    const circle = [...cycle, cycle[0]].map((label) => `"${label ?? ''}"`).join(' → ');
    report.problem('dependency-cycle', `steps need each other in a circle: ${circle}`, { step: cycle[0] ?? null });
  }
  return linked.map(({ task, dependsOn }) => ({ task, dependsOn }));
}

/** What others write in messages: the id the author knows. */
export function shownName({ alias, label, isLabelWritten }: StepName): string {
  return isLabelWritten ? label : (alias ?? label);
}

type NameTable = {
  /** A label, another system's id, or a step id. */
  readonly labelOf: (name: string) => string | undefined;
  /** Another system's id, as it may stand behind `#`. */
  readonly labelOfAlias: (token: string) => string | undefined;
  readonly isLabel: (name: string) => boolean;
};

function createNameTable(names: readonly StepName[]): NameTable {
  const labels = new Map(names.filter(({ isLabelWritten }) => isLabelWritten).map(({ label }) => [label, label]));
  const aliases = new Map(names.flatMap(({ alias, label }) => (alias === undefined ? [] : [[alias, label] as const])));
  const ids = new Map<string, string>(names.map(({ id, label }) => [id, label]));
  return {
    labelOf: (name) => labels.get(name) ?? aliases.get(name) ?? ids.get(name),
    // `#12` is how people write the number of an issue, so a name without a letter is never read as a placeholder.
    labelOfAlias: (name) => (/[A-Za-z]/.test(name) && !labels.has(name) ? aliases.get(name) : undefined),
    isLabel: (name) => labels.has(name),
  };
}

function resolveDependencies({ name, dependsOn }: WrittenLinks, names: NameTable, report: Report): readonly string[] {
  const step = shownName(name);
  const labels = [...new Set(dependsOn)].flatMap((written) => {
    const label = names.labelOf(written.trim().replace(/^#/, ''));
    if (label === name.label) report.problem('dependency-self', `step "${step}" needs itself`, { step });
    if (label === undefined) {
      report.problem('dependency-unknown', `step "${step}" needs ${shown(written)}, which the plan does not have`, {
        step,
      });
    }
    return label ?? [];
  });
  return [...new Set(labels)];
}

/** The longest name behind `#` that is another system's id is rewritten to its label; else `#E<n>` is a placeholder. */
const token = /(\\)?#([A-Za-z0-9_-]+)/g;

function resolvePlaceholders({ name, task }: WrittenLinks, names: NameTable, report: Report): string {
  const step = shownName(name);
  const [own, unknown] = [new Set<string>(), new Set<string>()];
  const resolved = task.replace(token, (text: string, escape: string | undefined, written: string) => {
    if (escape !== undefined) return text;
    const alias = names.labelOfAlias(written);
    const label = alias ?? /^E[0-9]+/.exec(written)?.[0];
    if (label === undefined) return text;
    if (label === name.label) own.add(label);
    else if (alias === undefined && !names.isLabel(label)) unknown.add(label);
    return alias === undefined ? text : `#${alias}`;
  });
  if (own.size > 0) report.problem('reference-self', `step "${step}" uses its own answer`, { step, field: 'task' });
  for (const label of unknown) {
    const hint = `write "\\#${label}" if it is meant as text`;
    const message = `step "${step}" uses "#${label}", which the plan does not have; ${hint}`;
    report.problem('reference-unknown', message, { step, field: 'task' });
  }
  return resolved;
}

/** Without the step itself: that it needs itself was said already. */
function needsOf(label: string, dependsOn: readonly string[], task: string): readonly string[] {
  return [...dependsOn, ...referencesIn(task).map((reference) => reference.label)].filter((need) => need !== label);
}
