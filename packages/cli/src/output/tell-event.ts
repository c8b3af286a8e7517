import { type RunEvent, timeline, type TimelineLine } from '@planwright/core';
import { style } from './style.js';

/** Tells events one by one as they come. Keeps the plans among them, since later events name steps by id. */
export function createTeller(): (event: RunEvent) => TimelineLine {
  const plans: RunEvent[] = [];
  return (event) => {
    if (event.type === 'plan.drafted' || event.type === 'plan.edited') plans.push(event);
    const line = timeline([...plans, event]).at(-1);
    if (line === undefined) throw new Error('a timeline has a line for each event');
    return line;
  };
}

/** `14:03:59  E1 started, attempt 1`, in the reader's own time. */
export function timelineText({ at, text }: TimelineLine): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  return `${style('dim', time)}  ${text}`;
}
