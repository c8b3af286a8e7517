import { type Plan, planInText, stepGraph } from '@planwright/core';
import { plainLine, plainText } from './plain-text.js';
import { style } from './style.js';

/** The graph of a plan in words: each step with its agent and what it waits for. */
export function planLines(plan: Plan): readonly string[] {
  const { needs } = stepGraph(plan);
  return plan.steps.map(({ label, title, agent }, index) => {
    const after = (needs[index] ?? []).flatMap((place) => plan.steps[place]?.label ?? []);
    const side = [plainLine(agent), ...(after.length === 0 ? [] : [`after ${after.join(', ')}`])].join(' · ');
    return `${label}  ${plainLine(title)}  ${style('dim', side)}`;
  });
}

/** An answer as people read it: one that is the JSON of a plan is shown as a plan. */
export function answerLines(answer: string): readonly string[] {
  const plan = planInText(answer);
  if (plan === undefined) return plainText(answer).split('\n');
  return [
    `A plan, which nobody was asked to carry out: ${plainLine(plan.goal)}`,
    ...planLines(plan).map((line) => `  ${line}`),
  ];
}
