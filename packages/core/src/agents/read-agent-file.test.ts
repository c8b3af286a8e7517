import { describe, expect, it } from 'vitest';
import { type AgentFileSource, readAgentFile } from './read-agent-file.js';

/** The file of an agent with these fields, one a line. */
function file(fields: Readonly<Record<string, unknown>>, changes: Partial<AgentFileSource> = {}): AgentFileSource {
  const keys = Object.entries(fields);
  return {
    name: 'poet',
    path: 'poet.md',
    fields: keys.map(([key, value], index) => ({ key, value, line: index + 2 })),
    body: 'Write verses.',
    bodyLine: keys.length + 3,
    ...changes,
  };
}

const messages = (source: AgentFileSource): readonly string[] =>
  readAgentFile(source).problems.map(({ message }) => message);

describe('readAgentFile', () => {
  it('reads every field, each with the line it came from, and takes the body for instructions', () => {
    const { layer, problems } = readAgentFile(
      file({
        description: 'writes verses',
        model: 'openai:gpt-5',
        effort: 'high',
        tools: ['read', 'write'],
        class: 'external',
        turns: 10,
        refine: true,
        verify: false,
      }),
    );
    expect(problems).toEqual([]);
    expect(layer?.settings).toEqual({
      purpose: 'writes verses',
      model: 'openai:gpt-5',
      effort: 'high',
      tools: ['read', 'write'],
      class: 'external',
      turns: 10,
      refine: true,
      verify: false,
      instructions: 'Write verses.',
    });
    expect(layer?.origins).toMatchObject({
      purpose: { source: 'file', where: 'poet.md:2' },
      model: { source: 'file', where: 'poet.md:3' },
      verify: { source: 'file', where: 'poet.md:9' },
      instructions: { source: 'file', where: 'poet.md:11' },
    });
  });

  it('takes tools with commas between, in any case, each once', () => {
    const { layer } = readAgentFile(file({ tools: 'Read, search ,read,, mcp__docs__*' }));
    expect(layer?.settings.tools).toEqual(['read', 'search', 'mcp__docs__*']);
  });

  it('leaves out what is written without a value', () => {
    expect(readAgentFile(file({ model: null, tools: null }))).toEqual({
      layer: expect.objectContaining({ settings: { instructions: 'Write verses.' } }) as unknown,
      problems: [],
    });
  });

  it('takes "inherit" for the model of the run, not for a name', () => {
    expect(readAgentFile(file({ model: 'inherit' })).layer?.settings).not.toHaveProperty('model');
  });

  it('names an unknown field, with the one that was probably meant', () => {
    expect(messages(file({ modle: 'x' }))).toEqual(['poet.md:2: an agent has no field "modle"; did you mean "model"?']);
    expect(messages(file({ temperature: 1 }))[0]).toMatch(/no field "temperature"; there are description, tools, /);
  });

  it.each([
    ['effort', 'huge', 'poet.md:2: effort: expected low, medium, high or max, found "huge"'],
    ['turns', 0, 'poet.md:2: turns: expected a whole number from 1 to 200, found 0'],
    ['turns', 'ten', 'poet.md:2: turns: expected a whole number from 1 to 200, found "ten"'],
    ['refine', 'yes', 'poet.md:2: refine: expected true or false, found "yes"'],
    [
      'tools',
      { read: true },
      'poet.md:2: tools: expected a list of tools, or their names with commas between, found {"read":true}',
    ],
    ['class', 'admin', 'poet.md:2: class: expected reads, writes or external, found "admin"'],
    ['model', 5, 'poet.md:2: model: expected the name of a model, found 5'],
  ])('%s: %j is a problem, and the rest is kept', (key, value, message) => {
    const source = file({ [key]: value, description: 'writes verses' });
    expect(readAgentFile(source)).toMatchObject({
      layer: { settings: { purpose: 'writes verses' } },
      problems: [{ severity: 'error', message }],
    });
    expect(readAgentFile(source).layer?.settings).not.toHaveProperty(key);
  });

  it('warns of a tool that nobody has, with the one that was probably meant', () => {
    expect(readAgentFile(file({ tools: ['serch', 'mcp__x__y'] })).problems).toEqual([
      {
        severity: 'warning',
        message: 'poet.md:2: the tool "serch" is not known and counts as external; did you mean "search"?',
      },
    ]);
  });

  it.each(['Poet', 'my agent', '../coder', '1st', 'a'.repeat(41), ''])('does not use a file named %j', (name) => {
    const { layer, problems } = readAgentFile(file({}, { name }));
    expect(layer).toBeUndefined();
    expect(problems).toMatchObject([{ severity: 'warning' }]);
  });

  it('wants instructions for an agent of the user’s own, and keeps a built-in’s where there are none', () => {
    expect(messages(file({}, { body: ' \n' }))).toEqual([
      'poet.md:3: the agent "poet" has no instructions; write them below the second ---',
    ]);
    const coder = readAgentFile(file({ refine: true }, { name: 'coder', body: '' }));
    expect(coder).toMatchObject({ problems: [], layer: { settings: { refine: true } } });
    expect(coder.layer?.settings).not.toHaveProperty('instructions');
  });
});
