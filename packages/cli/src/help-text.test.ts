import { expect, it } from 'vitest';
import { commands } from './command-table/command-table.js';
import { commandHelp, programHelp, usageLine } from './help-text.js';

it('names every command, the exit codes and what is left out', () => {
  const help = programHelp();
  for (const { name, summary } of commands) {
    expect(help).toContain(summary);
    if (name !== 'task') expect(help).toContain(`  ${name}`);
  }
  expect(help).toContain('3 waiting for a person');
});

it('fits a terminal of 120 columns', () => {
  const texts = [programHelp(), ...commands.map(commandHelp)];
  const tooWide = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 124);
  expect(tooWide).toEqual([]);
});

it('gives every command an example that is a use of it', () => {
  for (const { name, examples } of commands) {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example).toMatch(name === 'task' ? /^planwright / : `planwright ${name}`);
  }
});

it('writes a usage line', () => {
  const retry = commands.find(({ name }) => name === 'retry')!;
  expect(usageLine(retry)).toBe('planwright retry [run] <step> [options]');
});
