import { describe, expect, it } from 'vitest';
import { mcpToolNames } from './mcp-tool-name.js';

const accepted = /^[a-zA-Z0-9_-]{1,64}$/;

describe('mcpToolNames', () => {
  it('names the server and the tool', () => {
    expect(mcpToolNames([{ server: 'files', tool: 'read_file' }])).toEqual(['mcp__files__read_file']);
  });

  it('uses only letters that every provider takes', () => {
    expect(mcpToolNames([{ server: 'files', tool: 'läs/fil.now' }])).toEqual(['mcp__files__l_s_fil_now']);
  });

  it('shortens a long name and keeps it apart from others with the same beginning', () => {
    const names = mcpToolNames([
      { server: 'files', tool: `${'x'.repeat(80)}1` },
      { server: 'files', tool: `${'x'.repeat(80)}2` },
    ]);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(accepted);
  });

  it('keeps tools apart that would share a name, in whatever order they come', () => {
    const tools = [
      { server: 'a', tool: 'b__c' },
      { server: 'a__b', tool: 'c' },
      { server: 'a', tool: 'b/_c' },
      { server: 'a', tool: 'd' },
    ];
    const names = mcpToolNames(tools);
    expect(new Set(names).size).toBe(4);
    expect(names[3]).toBe('mcp__a__d');
    for (const name of names) expect(name).toMatch(accepted);
    expect(mcpToolNames(tools.toReversed()).toReversed()).toEqual(names);
  });
});
