import { expect, it } from 'vitest';
import { effortOptions } from './effort-options.js';

it.each([
  ['anthropic', 'claude-opus-5-5', 'max', { thinking: { type: 'adaptive' }, effort: 'max' }],
  ['anthropic', 'claude-sonnet-4-6', 'low', { thinking: { type: 'adaptive' }, effort: 'low' }],
  ['anthropic', 'claude-sonnet-4-5-20250929', 'high', { thinking: { type: 'enabled', budgetTokens: 16_384 } }],
  ['anthropic', 'claude-opus-4-20250514', 'medium', { thinking: { type: 'enabled', budgetTokens: 8_192 } }],
  ['anthropic', 'claude-haiku-4-5', 'low', {}],
  ['anthropic', 'claude-3-haiku-20240307', 'high', {}],
  ['openai', 'gpt-5', 'medium', { reasoningEffort: 'medium' }],
  ['openai', 'gpt-5', 'max', { reasoningEffort: 'high' }],
  ['openai', 'gpt-5.2-codex', 'max', { reasoningEffort: 'xhigh' }],
  ['openai', 'gpt-6-sol', 'max', { reasoningEffort: 'max' }],
  ['openai', 'o3', 'max', { reasoningEffort: 'high' }],
  ['google', 'gemini-2.5-pro', 'low', { thinkingConfig: { thinkingBudget: 2_048 } }],
  ['google', 'gemini-2.5-flash', 'max', { thinkingConfig: { thinkingBudget: 24_576 } }],
  ['google', 'gemini-3.1-pro-preview', 'max', { thinkingConfig: { thinkingLevel: 'high' } }],
  ['google', 'gemini-2.0-flash', 'high', {}],
  ['xai', 'grok-4.6', 'max', { reasoningEffort: 'xhigh' }],
  ['xai', 'grok-4.5', 'max', { reasoningEffort: 'high' }],
  ['xai', 'grok-4.20-0309-reasoning', 'high', {}],
  ['compatible', 'gpt-oss-20b', 'max', { reasoningEffort: 'high' }],
  ['compatible', 'llama3.2', 'high', {}],
] as const)('%s: %s thinks with %s effort', (provider, model, effort, options) => {
  expect(effortOptions(provider, model, effort)).toEqual(options);
});

it('nothing is said about the effort when nothing was asked', () => {
  expect(effortOptions('openai', 'gpt-5', undefined)).toEqual({});
});
