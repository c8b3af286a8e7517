import { counted } from '../../shared/counted.js';
import type { Plan } from '../../plan/plan.js';
import type { Step } from '../../plan/step.js';
import { minor, type Remark, type Rule } from '../finding.js';
import { minutesIn } from '../minutes-in.js';

const minutes = { least: 15, most: 60 } as const;
const estimateFields = ['estimatedTime', 'estimated_time', 'estimate', 'duration', 'effort'] as const;

/** Where times are stated, a step takes 15 to 60 minutes: less is part of another step, more is several. */
export const stepDuration: Rule = {
  name: 'step-duration',
  dimension: 'granularity',
  check: (plan) => {
    const stated = plan.steps.flatMap(({ label, extra }) => {
      const time = minutesStatedIn(extra);
      return time === undefined ? [] : [{ label, time }];
    });
    return stated.length > 0 ? stated.flatMap(remarksOn) : onAverage(plan);
  },
};

function minutesStatedIn(extra: Step['extra']): number | undefined {
  const field = estimateFields.find((name) => typeof extra[name] === 'string');
  const estimate = field === undefined ? undefined : extra[field];
  return typeof estimate === 'string' ? minutesIn(estimate) : undefined;
}

function remarksOn({ label, time }: { readonly label: string; readonly time: number }): readonly Remark[] {
  if (time < minutes.least)
    return [
      minor(label, `step "${label}" is to take ${time} minutes, less than ${minutes.least}: join it with another`),
    ];
  return time > minutes.most
    ? [minor(label, `step "${label}" is to take ${time} minutes, more than ${minutes.most}: split it`)]
    : [];
}

/** Without a word on the steps themselves, the time of the whole plan says what one takes. */
function onAverage({ steps, estimatedTime }: Plan): readonly Remark[] {
  const time = estimatedTime === undefined ? undefined : minutesOfAll(estimatedTime);
  if (time === undefined || steps.length === 0) return [];
  const each = Math.round(time / steps.length);
  if (each >= minutes.least && each <= minutes.most) return [];
  const what = `${time} minutes for ${counted(steps.length, 'step')} are ${each} a step`;
  return [minor(null, `${what}; expected ${minutes.least} to ${minutes.most}`)];
}

/** A plan of several areas states a time on a line for each. */
function minutesOfAll(text: string): number | undefined {
  const times = text.split('\n').flatMap((line) => minutesIn(line) ?? []);
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time);
}
