import type { ArgumentSpec, CommandSpec, FlagSpec, FlagSpecs } from './command.js';
import { commandTable, defaultCommand } from './command-table/command-table.js';
import { commonFlags } from './command-table/flags.js';

/** `planwright retry [run] <step> [options]` */
export function usageLine(spec: CommandSpec): string {
  const name = spec.name === defaultCommand ? 'planwright' : `planwright ${spec.name}`;
  return [name, ...spec.arguments.map(argumentText), '[options]'].join(' ');
}

function argumentText({ name, optional, rest, literal }: ArgumentSpec): string {
  if (literal === true) return name;
  if (rest === true) return `"<${name}>"`;
  return optional === true ? `[${name}]` : `<${name}>`;
}

export function programHelp(): string {
  const groups = commandTable.map(({ title, commands }) =>
    [`${title}:`, ...columns(commands.map((spec) => [commandColumn(spec), spec.summary]))].join('\n'),
  );
  return [
    'planwright: turns a task into a plan that is shown, checked and approved, then carries it out step by step',
    ['Usage:', '  planwright "<task>" [options]', '  planwright <command> [arguments] [options]'].join('\n'),
    ...groups,
    ['Every command:', ...flagLines({ ...commonFlags, version: versionFlag })].join('\n'),
    [
      'Where [run] is left out, the newest run that fits is meant. Runs are named run-…, plan-… or by their first letters.',
      'Exit codes: 0 finished, 1 failed, 2 wrong use or settings, 3 waiting for a person, 4 budget or time spent, 130 interrupted.',
      'More about a command: planwright <command> --help',
    ].join('\n'),
  ].join('\n\n');
}

/** Of the program alone; no command has it. */
const versionFlag: FlagSpec = { type: 'boolean', summary: 'show the version' };

function commandColumn(spec: CommandSpec): string {
  return spec.name === defaultCommand ? '"<task>"' : [spec.name, ...spec.arguments.map(argumentText)].join(' ');
}

export function commandHelp(spec: CommandSpec): string {
  return [
    `planwright ${spec.name}: ${spec.summary}`,
    `Usage:\n  ${usageLine(spec)}`,
    ...(spec.notes ?? []),
    ...(Object.keys(spec.flags).length === 0 ? [] : [['Options:', ...flagLines(spec.flags)].join('\n')]),
    ['Every command:', ...flagLines(commonFlags)].join('\n'),
    ['Examples:', ...spec.examples.map((example) => `  ${example}`)].join('\n'),
  ].join('\n\n');
}

function flagLines(flags: FlagSpecs): readonly string[] {
  return columns(Object.entries(flags).map(([name, flag]) => [flagColumn(name, flag), flag.summary]));
}

function flagColumn(name: string, { short, type, choices, value }: FlagSpec): string {
  const shown = type === 'boolean' ? '' : ` <${choices?.join('|') ?? value ?? 'value'}>`;
  return `${short === undefined ? '   ' : `-${short},`} --${name}${shown}`;
}

const widestColumn = 34;

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(widestColumn, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
}
