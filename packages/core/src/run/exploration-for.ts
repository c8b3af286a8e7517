import { planningContextText } from '../plan/planning-context-text.js';
import { planningContextOf } from './planning-context.js';
import type { RunState } from './state.js';

/** What is known about the task before agents propose, as text for their prompts; undefined where nothing is. */
export function explorationFor(state: RunState): string | undefined {
  const context = planningContextOf(state);
  const text = context === undefined ? '' : planningContextText(context);
  return text === '' ? undefined : text;
}
