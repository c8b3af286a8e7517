import { taskWords } from '../../explore/task-words.js';
import { type Area, areaNameFrom, areaOfId, numberOfId } from './area.js';
import type { AreaConflict } from './area-conflict.js';
import { labelsNeeded, type PlacedStep } from './place-sub-plans.js';
import type { StepOrder } from './step-order.js';

/** Finds the steps that needs between areas mean and lets them be waited for; what cannot be is asked. */
export function settleNeeds(
  placed: readonly PlacedStep[],
  areas: readonly Area[],
  order: StepOrder,
): readonly AreaConflict[] {
  return placed.flatMap((needing) =>
    needing.open.flatMap((need) => {
      const found = stepsMeant(need, placed, areas);
      if (typeof found === 'string') return [notFound(needing, need, found)];
      return found.flatMap((target) => (target === needing ? [] : [waitFor(needing, target, need, order)]));
    }),
  );
}

/** The steps that a need means, or why there is none. */
function stepsMeant(
  need: string,
  placed: readonly PlacedStep[],
  areas: readonly Area[],
): readonly PlacedStep[] | string {
  const number = numberOfId(need);
  if (number !== undefined) {
    const step = placed.find((each) => numberOfId(each.step.alias ?? '') === number);
    return step ? [step] : areaOfId(need, areas) ? 'its area has no such step' : 'no area has such an id';
  }
  const [, name = need, what = ''] = /^([^:]+):(.*)$/s.exec(need) ?? [];
  const area = areas.find((each) => each.name === areaNameFrom(name));
  if (!area) return 'there is no such area';
  const steps = placed.filter((each) => each.area.name === area.name);
  if (steps.length === 0) return 'that area has no plan';
  return among(steps, what.trim());
}

/** By title, by id, by most of its words; else all that nothing of the area comes after: then the whole area is done. */
function among(steps: readonly PlacedStep[], what: string): readonly PlacedStep[] {
  const said = what.toLowerCase();
  const [titled] = steps
    .filter(({ step }) => step.title.trim() !== '' && said.includes(step.title.trim().toLowerCase()))
    .toSorted((one, other) => other.step.title.length - one.step.title.length);
  const numbers = said.match(/\b(?:task|fix)-?[0-9]+\b/g)?.map(numberOfId) ?? [];
  const byId = steps.find(({ step }) => numbers.includes(numberOfId(step.alias ?? '') ?? -1));
  const one = titled ?? byId ?? mostAlike(steps, what);
  return one ? [one] : lastOf(steps);
}

/** Shorter words are in every step. */
const tellingLength = 4;

function mostAlike(steps: readonly PlacedStep[], what: string): PlacedStep | undefined {
  const words = [...taskWords(what)].filter((word) => word.length >= tellingLength);
  const shared = steps.map(({ step }) => {
    const own = taskWords([step.title, step.task, ...step.implementation, ...step.files.map(pathWords)].join('\n'));
    return words.filter((word) => own.has(word)).length;
  });
  const most = Math.max(...shared);
  return most > 0 && most * 2 >= words.length ? steps[shared.indexOf(most)] : undefined;
}

function pathWords({ path, target = '' }: { readonly path: string; readonly target?: string | undefined }): string {
  return `${path} ${path.split(/[/.]/).join(' ')} ${target}`;
}

function lastOf(steps: readonly PlacedStep[]): readonly PlacedStep[] {
  const needed = new Set(steps.flatMap(({ step }) => labelsNeeded(step)));
  return steps.filter(({ step }) => !needed.has(step.label));
}

function waitFor(needing: PlacedStep, target: PlacedStep, need: string, order: StepOrder): AreaConflict {
  const circle = order.add(needing.step.label, target.step.label);
  const said = `${named(needing)} needs ${quoted(need)}`;
  const about = {
    areas: [...new Set([needing.area.name, target.area.name])],
    steps: [needing.step.label, target.step.label],
  };
  if (circle === undefined)
    return {
      ...{ type: 'dependency', ...about, message: said },
      resolution: { type: 'resolved', how: `it waits for ${named(target)}` },
    };
  return {
    ...{ type: 'cycle', ...about, message: `${said}, which would be a circle: ${circle.join(' → ')}` },
    resolution: { type: 'asked', question: 'Which of these steps comes first?' },
  };
}

function notFound(needing: PlacedStep, need: string, why: string): AreaConflict {
  return {
    type: 'dependency',
    areas: [needing.area.name],
    steps: [needing.step.label],
    message: `${named(needing)} needs ${quoted(need)}, and ${why}`,
    resolution: { type: 'asked', question: 'Which step does it wait for, if any?' },
  };
}

/** A step as people find it again: its label, and the area it is of. */
export function named({ step, area }: PlacedStep): string {
  return `${step.label} (${area.name})`;
}

function quoted(need: string): string {
  const text = need.replace(/\s+/g, ' ');
  return `"${text.length > 120 ? `${text.slice(0, 119)}…` : text}"`;
}
