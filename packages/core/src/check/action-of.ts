import { wordsOf } from '../explore/words.js';
import type { StepAction } from '../plan/step.js';

/** The verbs a title may begin with, by the action they mean. `Add retry to the update handler` adds. */
const verbs: Readonly<Record<StepAction, readonly string[]>> = {
  Create: ['create', 'write', 'generate', 'scaffold'],
  Update: ['update', 'change', 'modify', 'edit', 'extend', 'rename', 'move', 'replace', 'upgrade', 'document'],
  Implement: ['implement', 'build', 'support'],
  Refactor: ['refactor', 'restructure', 'extract', 'split', 'simplify'],
  Add: ['add', 'introduce'],
  Delete: ['delete', 'remove', 'drop'],
  Configure: ['configure', 'setup', 'install', 'enable', 'disable'],
  Test: ['test', 'verify', 'cover'],
  Fix: ['fix', 'repair', 'correct', 'resolve'],
};

const actionOfVerb: ReadonlyMap<string, StepAction> = new Map(
  Object.entries(verbs).flatMap(([action, own]) => own.map((verb) => [verb, action as StepAction] as const)),
);

/** What the first word of a title says is done; undefined where it is not one of the verbs. Reading, not guessing. */
export function actionOf(title: string): StepAction | undefined {
  const [first, second] = wordsOf(title.slice(0, 200));
  if (first?.text === 'set' && second?.text === 'up') return 'Configure';
  return actionOfVerb.get(first?.text ?? '');
}
