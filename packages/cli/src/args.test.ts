import { describe, expect, it } from 'vitest';
import { parseCommandLine, type Parsed } from './args.js';
import { commands } from './command-table/command-table.js';

const parse = (...argv: readonly string[]): Parsed => parseCommandLine(argv);

function command(parsed: Parsed): Extract<Parsed, { type: 'command' }> {
  if (parsed.type !== 'command') throw new Error(`expected a command, found ${JSON.stringify(parsed)}`);
  return parsed;
}

function wrong(parsed: Parsed): string {
  return parsed.type === 'wrong' ? `${parsed.message} | ${parsed.hint}` : `not wrong: ${parsed.type}`;
}

describe('what is asked for', () => {
  it('takes quoted words as a task', () => {
    const parsed = command(parse('add a flag, then test it'));
    expect([parsed.spec.name, parsed.arguments]).toEqual(['task', ['add a flag, then test it']]);
  });

  it('takes several bare words as a task when the first is no command', () => {
    expect(command(parse('rename', 'the', 'flag')).arguments).toEqual(['rename', 'the', 'flag']);
  });

  it('takes what follows -- as a task, whatever it is called', () => {
    expect(command(parse('--', 'list')).spec.name).toBe('task');
  });

  it('finds the command behind flags and their values', () => {
    const parsed = command(parse('--project', 'elsewhere', '--json', 'list', '--all'));
    expect(parsed.spec.name).toBe('list');
    expect([parsed.flags.has('json'), parsed.flags.text('project'), parsed.flags.has('all')]).toEqual([
      true,
      'elsewhere',
      true,
    ]);
  });

  it('reads --flag=value, repeated flags and negative numbers', () => {
    expect(command(parse('list', '--state=draft', '--state', 'paused')).flags.texts('state')).toEqual([
      'draft',
      'paused',
    ]);
    expect(command(parse('assess', 'x', '--threshold', '-1')).flags.text('threshold')).toBe('-1');
  });

  it('gives --approve a value for a task and none for an edit', () => {
    expect(command(parse('fix it now', '--approve', 'auto')).flags.values.get('approve')).toBe('auto');
    const edit = command(parse('edit', '--approve', 'run-abcd'));
    expect([edit.flags.has('approve'), edit.arguments, edit.flags.values.has('approve')]).toEqual([
      true,
      ['run-abcd'],
      false,
    ]);
  });

  it('shows help for the program and for each command, and the version', () => {
    expect(parse()).toEqual({ type: 'help', spec: undefined });
    for (const argv of [['--help'], ['-h', '--json'], ['--plan', '--help'], ['help', '--json']])
      expect(parse(...argv)).toEqual({ type: 'help', spec: undefined });
    expect(parse('--version').type).toBe('version');
    for (const spec of commands) {
      expect(parse(spec.name, '--help')).toEqual({ type: 'help', spec });
      expect(parse('help', spec.name)).toEqual({ type: 'help', spec });
    }
  });

  it('declares for every command what all commands have', () => {
    for (const { name, arguments: words } of commands) {
      const needed = words.filter(({ optional }) => optional !== true).map(() => 'x');
      expect(command(parse(name, ...needed, '--json', '--log-level', 'debug')).flags.has('json')).toBe(true);
    }
  });
});

describe('wrong use', () => {
  it.each([
    [['aprove'], 'there is no command "aprove"; did you mean "approve"?'],
    [['aprove', 'run-abcd'], 'did you mean "approve"?'],
    [['xyzzy'], 'there is no command "xyzzy"'],
    [['help', 'lst'], 'there is no command "lst"; did you mean "list"?'],
    [['list', '--al'], 'planwright list has no option "--al"; did you mean "--all"?'],
    [['--jsn'], 'planwright task has no option "--jsn"; did you mean "--json"?'],
    [['--json'], 'planwright needs <task> | usage: planwright "<task>" [options]'],
    [['--plan', '--threshold', '3'], 'planwright needs <task>'],
    [['--log-level', 'list'], '--log-level: expected one of debug, info, warn, error, silent, found "list"'],
    [['show', '--hint', 'x'], 'planwright show has no option "--hint"'],
    [['list', '--constructor'], 'planwright list has no option "--constructor"'],
    [['list', '--__proto__=x'], 'planwright list has no option "--__proto__"'],
    [['list', '--json=yes'], '--json takes no value, found "yes"'],
    [['retry', 'E1', '--hint'], '--hint needs a value'],
    [['retry', 'E1', '--hint', '--json'], 'if that is the value, write --hint=--json'],
    [
      ['export', '--format', 'mermade'],
      'expected one of native, rewoo, markdown, mermaid, two-layer, found "mermade"; did you mean "mermaid"?',
    ],
    [
      ['do this now', '--plan-first', 'sometimes'],
      '--plan-first: expected one of off, auto, always, found "sometimes"',
    ],
    [['retry'], 'planwright retry needs <step> | usage: planwright retry [run] <step> [options]'],
    [['check', 'that', 'tests', 'pass'], 'a task of several words is quoted: planwright "check …"'],
    [['doctor', 'who'], 'planwright doctor takes no arguments, found "who" too'],
    [['x y', '--reuse', '--fresh'], '--fresh and --reuse do not go together; leave one out'],
    [['plan', 'x y', '--no-explore', '--angles', 'testing'], '--no-explore and --angles do not go together'],
    [['plan', 'x y', '--process-docs'], '--process-docs means nothing without --out'],
    [['events', '-f', '--messages'], '--messages and --follow do not go together'],
    [['task'], 'planwright needs <task>'],
    [['config'], 'planwright config needs check <file | @examples/NAME>'],
  ])('%j is told what is wrong', (argv, expected) => {
    expect(wrong(parse(...argv))).toContain(expected);
  });

  it('is a bug to ask for a flag that the command does not declare', () => {
    expect(() => command(parse('list')).flags.has('hint')).toThrow('declares no flag --hint');
  });
});
