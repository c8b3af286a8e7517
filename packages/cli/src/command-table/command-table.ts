import type { CommandGroup, CommandSpec, FlagSpecs } from '../command.js';
import { exchange } from './exchange.js';
import { commonFlags } from './flags.js';
import { look } from './look.js';
import { planAndRun } from './plan-and-run.js';
import { supervise } from './supervise.js';

/** Everything the program can do, in the order help shows it. */
export const commandTable: readonly CommandGroup[] = [planAndRun, supervise, look, exchange];

export const commands: readonly CommandSpec[] = commandTable.flatMap((group) => group.commands);

/** What a task alone means. */
export const defaultCommand = 'task';

export function flagsOf(spec: CommandSpec): FlagSpecs {
  return { ...spec.flags, ...commonFlags };
}
