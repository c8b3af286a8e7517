import { splitCommandLine } from '../../tools/command-line.js';
import { critical, type Rule } from '../finding.js';

/** A command that would be refused when it is due fails its step after all the work is done. */
export const runnableCommands: Rule = {
  name: 'runnable-commands',
  dimension: 'criteria',
  check: ({ steps }) =>
    steps.flatMap(({ label, verify }) =>
      verify.flatMap((command) => {
        const parsed = splitCommandLine(command);
        if (parsed.ok) return [];
        const instead = 'list commands one by one in "verify", or put them into a script';
        return [critical(label, `step "${label}" cannot run \`${command}\`: it ${parsed.problem}; ${instead}`)];
      }),
    ),
};
