import { describe, expect, it } from 'vitest';
import { builtInAgents } from '../tools/agents.js';
import { highestClass } from '../tools/tool-class.js';
import { builtInAgentTable } from './built-in-agents.js';
import { builtInToolClasses, classOfTools } from './tool-classes.js';

const named = builtInAgentTable.map((agent) => [agent.name, agent] as const);
const readers = named.filter(([, agent]) => agent.class === 'reads');

/** The lines of one part of the instructions. */
function part(instructions: string, title: string): readonly string[] {
  const lines = instructions.split('\n');
  const start = lines.indexOf(title) + 1;
  const end = lines.findIndex((line, index) => index >= start && !line.startsWith('- '));
  return lines.slice(start, end === -1 ? undefined : end).map((line) => line.slice(2));
}

describe('the built-in agents', () => {
  it('are those of the table that plans go by, in its order', () => {
    expect(builtInAgentTable.map(({ name, class: own, purpose }) => ({ name, class: own, purpose }))).toEqual(
      builtInAgents,
    );
  });

  it.each(named)('%s has tools that there are, and none that does more than its class says', (_, agent) => {
    expect(highestClass([agent.class, classOfTools(agent.tools)])).toBe(agent.class);
    expect(agent.tools.filter((tool) => !Object.hasOwn(builtInToolClasses, tool))).toEqual([]);
  });

  it.each(named)('%s is told its duties, what it never does, what a good answer is and how to prove it', (_, agent) => {
    expect(part(agent.instructions, 'What you do:').length).toBeGreaterThanOrEqual(2);
    expect(part(agent.instructions, 'You never:').length).toBeGreaterThanOrEqual(2);
    expect(agent.instructions).toMatch(/^A good answer: .{40,}$/m);
    expect(agent.instructions).toMatch(/^How you prove it: .{40,}$/m);
  });

  it.each(readers)('%s only reads, and is told to do nothing else', (_, agent) => {
    for (const duty of part(agent.instructions, 'What you do:'))
      expect(duty).not.toMatch(/^(?:Write|Change|Make|Create|Delete|Fix|Repair|Run|Install|Commit|Bring)\b/);
    expect(agent.instructions).not.toMatch(/`(?:write|patch|shell|run_command)`/);
  });

  it.each(named)('%s is sent to no tool that it does not have', (_, agent) => {
    const mentioned = [...agent.instructions.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]);
    expect(mentioned.filter((tool) => !agent.tools.includes(tool!))).toEqual([]);
  });

  it('are all told different things', () => {
    expect(new Set(named.map(([, agent]) => agent.instructions)).size).toBe(named.length);
  });

  it('keep the run’s model, and neither refine nor verify, until somebody says otherwise', () => {
    for (const [, agent] of named)
      expect(agent).toMatchObject({ refine: false, verify: false, origins: { model: { source: 'default' } } });
    expect(named.filter(([, agent]) => agent.model !== undefined)).toEqual([]);
  });

  it('are short enough to be read before every step', () => {
    for (const [, agent] of named) expect(agent.instructions.length).toBeLessThan(1800);
  });
});
