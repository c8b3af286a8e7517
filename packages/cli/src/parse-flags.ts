import { parseArgs } from 'node:util';
import type { CommandSpec, FlagSpec, Flags, FlagSpecs } from './command.js';
import { flagsOf } from './command-table/command-table.js';
import { didYouMean } from './nearest.js';
import { WrongUse } from './wrong-use.js';

type Values = ReadonlyMap<string, readonly string[]>;

export type ParsedWords = { readonly arguments: readonly string[]; readonly flags: Flags };

/** Reads the words of one command: its arguments, and its flags with their values. Throws `WrongUse`. */
export function parseFlags(words: readonly string[], spec: CommandSpec): ParsedWords {
  const specs = flagsOf(spec);
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }]),
  );
  // Not strict: our own messages know the command, the choices and the nearest name.
  const parsed = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of parsed.tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (flag === undefined) throw unknownFlag(token.rawName, specs, `planwright ${spec.name}`);
    const value = flagValue(token.rawName, flag, token.value, token.inlineValue === true);
    const before = values.get(token.name) ?? [];
    values.set(token.name, flag.multiple === true ? [...before, value] : [value]);
  }
  for (const name of values.keys()) checkCompany(name, specs[name], values);
  return { arguments: positionals, flags: flagsFrom(spec, specs, values) };
}

/** A flag that would have no effect beside the others is not passed over in silence. */
function checkCompany(name: string, flag: FlagSpec | undefined, values: Values): void {
  const other = flag?.excludes?.find((excluded) => values.has(excluded));
  const hint = 'see --help of the command';
  if (other !== undefined) throw new WrongUse(`--${name} and --${other} do not go together; leave one out`, hint);
  if (flag?.needs !== undefined && !values.has(flag.needs))
    throw new WrongUse(`--${name} means nothing without --${flag.needs}`, hint);
}

function unknownFlag(rawName: string, flags: FlagSpecs, where: string): WrongUse {
  const written = rawName.replace(/^-+/, '').split('=', 1)[0] ?? '';
  const meant = didYouMean(written, Object.keys(flags), '--');
  return new WrongUse(`${where} has no option "${rawName}"${meant}`, `options: \`${where} --help\``);
}

function flagValue(rawName: string, flag: FlagSpec, value: string | undefined, inline: boolean): string {
  const hint = 'see --help of the command';
  if (flag.type === 'boolean') {
    if (value !== undefined) throw new WrongUse(`${rawName} takes no value, found "${value}"`, hint);
    return '';
  }
  const expected = flag.choices?.join(', ') ?? flag.value ?? 'a value';
  if (value === undefined) throw new WrongUse(`${rawName} needs a value: ${expected}`, hint);
  // `--hint --json` is far more often a forgotten value than a value that begins with dashes.
  if (!inline && /^-[^0-9]/.test(value))
    throw new WrongUse(`${rawName} needs a value, found "${value}"`, `if that is the value, write ${rawName}=${value}`);
  if (flag.choices !== undefined && !flag.choices.includes(value)) {
    const meant = didYouMean(value, flag.choices);
    throw new WrongUse(`${rawName}: expected one of ${expected}, found "${value}"${meant}`, hint);
  }
  return value;
}

function flagsFrom({ name: command }: CommandSpec, specs: FlagSpecs, values: Values): Flags {
  const get = (name: string): readonly string[] => {
    if (specs[name] === undefined) throw new Error(`planwright ${command} declares no flag --${name}`);
    return values.get(name) ?? [];
  };
  const withValue = [...values].flatMap(([name, [value = '']]) =>
    specs[name]?.type === 'string' ? [[name, value] as const] : [],
  );
  return {
    has: (name) => get(name).length > 0,
    text: (name) => get(name)[0],
    texts: get,
    values: new Map(withValue),
  };
}
