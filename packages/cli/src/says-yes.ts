import type { System } from './system.js';

/** Asks a person a question that only a yes answers with yes. */
export async function saysYes({ stdin }: Pick<System, 'stdin'>, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(((await stdin.ask(`${question} [y/N] `)) ?? '').trim());
}
