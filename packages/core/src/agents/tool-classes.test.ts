import { describe, expect, it } from 'vitest';
import { classOfTools, hasTool } from './tool-classes.js';

describe('classOfTools', () => {
  it.each([
    [[], 'reads'],
    [['read', 'search'], 'reads'],
    [['read', 'patch'], 'writes'],
    [['read', 'shell', 'write'], 'external'],
  ])('%j may do %s', (tools, expected) => {
    expect(classOfTools(tools)).toBe(expected);
  });

  it.each(['mcp__github__*', 'mcp__files__read', 'reed', '*', 'constructor'])('%s is not known: external', (tool) => {
    expect(classOfTools(['read', tool])).toBe('external');
  });
});

describe('hasTool', () => {
  it.each([
    ['read', 'read', true],
    ['read', 'reader', false],
    ['mcp__github__*', 'mcp__github__list_issues', true],
    ['mcp__github__*', 'mcp__gitlab__list_issues', false],
    ['mcp__*__list_*', 'mcp__github__list_issues', true],
    ['mcp__*__list_*', 'mcp__github__get_issue', false],
    ['a*a', 'a', false],
    ['*', 'anything', true],
  ])('%s: %s is %s', (pattern, name, expected) => {
    expect(hasTool([pattern], name)).toBe(expected);
  });

  it('is quick for a pattern made to be slow', () => {
    expect(hasTool([`${'a*'.repeat(2000)}b`], 'a'.repeat(20_000))).toBe(false);
  });
});
