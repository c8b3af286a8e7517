import { linesOf } from '../../explore/words.js';
import type { Step } from '../step.js';
import { type Area, areaNameFrom } from './area.js';

const line = /^\s*(?:[-*+]\s+)?needs\s+([^:]{1,80}):\s*(\S.*)$/i;

/** What a step says it needs of other areas: in its `needs`, or on a line "needs <area>: …" of what it does. */
export function statedNeeds(step: Step, areas: readonly Area[], own: Area): readonly string[] {
  const others = new Set(areas.filter(({ name }) => name !== own.name).map(({ name }) => name));
  const lines = [step.task, ...step.implementation].flatMap(linesOf).flatMap((text): string[] => {
    const [, name = '', what = ''] = line.exec(text) ?? [];
    return others.has(areaNameFrom(name)) ? [`${name.trim()}: ${what.trim()}`] : [];
  });
  return [...listedNeeds(step), ...lines];
}

/** The step without the needs that were listed: once they are dependencies, they are said. */
export function withoutStatedNeeds(step: Step): Step {
  const key = needsKey(step);
  if (key === undefined || listedNeeds(step).length === 0) return step;
  return { ...step, extra: Object.fromEntries(Object.entries(step.extra).filter(([name]) => name !== key)) };
}

function listedNeeds(step: Step): readonly string[] {
  const written = step.extra[needsKey(step) ?? ''];
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  const texts = list.flatMap((item) => (typeof item === 'string' && item.trim() !== '' ? [item.trim()] : []));
  return texts.length === list.length ? texts : [];
}

function needsKey({ extra }: Step): string | undefined {
  return Object.keys(extra).find((key) => key.toLowerCase() === 'needs');
}
