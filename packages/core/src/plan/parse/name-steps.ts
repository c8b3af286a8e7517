import { type StepId, stepIdSchema } from '../../shared/ids.js';
import { labelSchema } from '../step.js';
import { stepIdFor } from '../step-id.js';
import { labelNumber } from '../step-graph.js';
import { fieldKey } from './field-key.js';
import { isObject } from './plan-within.js';
import { type Report, shown } from './report.js';

/** What a step is called: by us (`id`, `label`) and by who wrote it. */
export type StepName = {
  readonly id: StepId;
  readonly label: string;
  readonly alias: string | undefined;
  /** The label was written in the plan, or no other name was. */
  readonly isLabelWritten: boolean;
};

export type NamingOptions = {
  readonly isOurs?: boolean;
  /** Labels that steps had earlier in the same run: a new step may not get them. */
  readonly reservedLabels?: ReadonlySet<string>;
};

type Written = {
  readonly label: string | undefined;
  readonly alias: string | undefined;
  readonly id: StepId | undefined;
};

/** Gives every step its label and id. Names that cannot be used, or are used twice, are problems. */
export function nameSteps(steps: readonly unknown[], report: Report, options: NamingOptions = {}): readonly StepName[] {
  const written = steps.map((step, position) => {
    const names = usableNames(isObject(step) ? step : {}, { position, step: nameByPlace(steps, position) }, report);
    return options.isOurs ? ourName(names) : foreignName(names);
  });
  reportTwice(written, report);
  const nextLabel = createLabels(written, options.reservedLabels ?? new Set());
  const takenIds = new Set<string>(written.flatMap(({ id }) => id ?? []));
  const keptIds = new Set<string>();
  return written.map(({ label: writtenLabel, alias, id: writtenId }) => {
    const label = writtenLabel ?? nextLabel();
    const isKept = writtenId !== undefined && !keptIds.has(writtenId);
    const id = isKept ? writtenId : stepIdFor(label, takenIds);
    if (writtenId !== undefined && !isKept) {
      report.note(`step "${label}" has the id of an earlier step; it got a new one`);
    }
    takenIds.add(id);
    keptIds.add(id);
    return { id, label, alias, isLabelWritten: writtenLabel !== undefined || isObvious(label, alias) };
  });
}

/** How a problem names a step that has no name to use: as its place in the list, which another step may have as its label. */
export function nameByPlace(steps: readonly unknown[], position: number): string {
  const label = `E${position + 1}`;
  const isTaken = steps.some((step) => isObject(step) && Object.values(step).includes(label));
  return isTaken ? `${position + 1}` : label;
}

/** The author can have meant a label that we gave only if the step had no other name, or one with the same number. */
function isObvious(label: string, alias: string | undefined): boolean {
  if (alias === undefined) return true;
  const ending = /[0-9]+$/.exec(alias)?.[0];
  return ending !== undefined && Number(ending) === labelNumber(label);
}

/** In our own forms an `id` of five characters is a step id, with or without a label. */
function ourName({ id, label, alias }: Names): Written {
  if (!isLabel(label) && isLabel(id)) return { label: id, alias, id: undefined };
  return { label: isLabel(label) ? label : undefined, ...idOrAlias(id === label ? undefined : id, alias) };
}

/** Elsewhere only beside a label; alone it is another system's name, as everything is that is not `E<n>`. */
function foreignName(names: Names): Written {
  if (isLabel(names.label) || isLabel(names.id)) return ourName(names);
  return { label: undefined, id: undefined, alias: names.id ?? names.alias };
}

function isLabel(name: string | undefined): boolean {
  return labelSchema.safeParse(name).success;
}

function idOrAlias(written: string | undefined, alias: string | undefined): Pick<Written, 'id' | 'alias'> {
  const id = stepIdSchema.safeParse(written).data;
  return { id, alias: alias ?? (id === undefined ? written : undefined) };
}

/** Names end up in file names, terminals and prompts. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]|^\.+$/u;
const maxLength = 100;

type Names = Readonly<Record<'id' | 'label' | 'alias', string | undefined>>;

function usableNames(
  step: Readonly<Record<string, unknown>>,
  at: { readonly position: number; readonly step: string },
  report: Report,
): Names {
  const usable = (field: string): string | undefined => {
    const written = Object.keys(step).find((key) => fieldKey(key) === field) ?? field;
    const value = step[written];
    if (value === undefined || value === null) return undefined;
    const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
    if (name === '') return undefined;
    if (name !== undefined && name.length <= maxLength && !unusable.test(name)) return name;
    const expected = 'a short name without "/", "\\" or control characters';
    const message = `step ${at.position + 1} of the list: "${written}" must be ${expected}, found ${shown(value)}`;
    report.problem('id-invalid', message, { step: at.step, field: written });
    return undefined;
  };
  return { id: usable('id'), label: usable('label'), alias: usable('alias') };
}

function reportTwice(names: readonly Written[], report: Report): void {
  // Apart, because in our own forms an alias may be another step's label; the label wins.
  for (const field of ['label', 'alias'] as const) {
    const seen = new Set<string>();
    for (const { [field]: name } of names) {
      if (name === undefined) continue;
      if (seen.has(name)) {
        report.problem('id-duplicate', `two steps have the id "${name}"`, { step: name, field: 'id' });
      }
      seen.add(name);
    }
  }
}

const maxLabelNumber = 999_999;

/** Labels behind the highest one, so that none is used again that a removed step may have had. */
function createLabels(names: readonly Written[], reserved: ReadonlySet<string>): () => string {
  const taken = new Set([...reserved, ...names.flatMap(({ label }) => label ?? [])]);
  let last = [...taken].reduce((highest, label) => Math.max(highest, labelNumber(label) ?? 0), 0);
  return () => {
    do last = last >= maxLabelNumber ? 1 : last + 1;
    while (taken.has(`E${last}`));
    taken.add(`E${last}`);
    return `E${last}`;
  };
}
