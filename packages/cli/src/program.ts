import { parseCommandLine } from './args.js';
import { commandHelp, programHelp } from './help-text.js';
import { createOutput, type Output } from './output/output.js';
import { wantsColour } from './output/style.js';
import type { System } from './system.js';
import { WrongUse } from './wrong-use.js';

/** The program: a command line in, an exit code out. */
export async function runProgram(system: System): Promise<number> {
  const out = outputOf(system);
  const flags = { json: hasFlag(system, '--json'), stack: wantsStack(system) };
  try {
    const exit = await Promise.race([carryOut(system, out, flags.json), system.crash]);
    return system.isStopping() ? await never : exit;
  } catch (error) {
    if (system.isStopping()) return never;
    // Loaded only now: most commands end well.
    const { reportError } = await import('./output/error-report.js');
    return reportError(error, out, flags);
  }
}

/** A process that was asked to stop is ended by its stop listener, when everything is put away. */
const never = new Promise<number>(() => undefined);

async function carryOut(system: System, out: Output, json: boolean): Promise<number> {
  const parsed = parseCommandLine(system.argv);
  switch (parsed.type) {
    case 'help':
      out.prose(parsed.spec === undefined ? programHelp() : commandHelp(parsed.spec));
      return 0;
    case 'version':
      if (json) out.json({ version: system.version });
      else out.print(system.version);
      return 0;
    case 'wrong':
      throw new WrongUse(parsed.message, parsed.hint);
    case 'command': {
      await tellUnknownVariables(system, out);
      const command = await parsed.spec.load();
      return command({ arguments: parsed.arguments, flags: parsed.flags, out, system });
    }
  }
}

/** Whatever the command: a name that is mistyped is one whose value would be missed without a word. */
async function tellUnknownVariables({ env }: System, out: Output): Promise<void> {
  const ours = Object.keys(env).filter((name) => name.startsWith('PLANWRIGHT_'));
  if (ours.length === 0) return;
  const { unknownVariables } = await import('./unknown-variables.js');
  const { remark } = await import('./output/remark.js');
  for (const message of unknownVariables(ours)) remark(out, 'warning', message);
}

function outputOf({ stdout, stderr, env }: System): Output {
  return createOutput({
    stdout,
    stderr,
    colour: { stdout: wantsColour(env, stdout.isTerminal), stderr: wantsColour(env, stderr.isTerminal) },
  });
}

/** Looked for in the words as they are, since a command line that cannot be read wants its error in JSON too. */
function hasFlag({ argv }: System, flag: string): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? undefined : end).includes(flag);
}

function wantsStack(system: System): boolean {
  const level = system.argv[system.argv.indexOf('--log-level') + 1];
  return hasFlag(system, '--log-level=debug') || (hasFlag(system, '--log-level') && level === 'debug');
}
