import type { Effort } from '@planwright/core';
import { thinkingTokens } from '../../thinking-tokens.js';
import type { Provider } from './provider-facts.js';

type EffortOptions = Readonly<Record<string, string | Readonly<Record<string, string | number>>>>;

/**
 * How hard to think, in a provider's own terms. Empty where the model takes no such setting or we do not know that it does:
 * a provider may refuse the whole request for a setting it does not know.
 */
export function effortOptions(provider: Provider, model: string, effort: Effort | undefined): EffortOptions {
  if (effort === undefined) return {};
  switch (provider) {
    case 'anthropic':
      return anthropicEffort(model, effort);
    case 'openai':
      return { reasoningEffort: effort === 'max' ? highestOpenAiEffort(model) : effort };
    case 'google':
      return googleEffort(model, effort);
    case 'xai':
      return xaiEffort(model, effort);
    case 'compatible':
      return thinksByName.test(model) ? { reasoningEffort: atMostHigh(effort) } : {};
  }
}

/** Claude up to 4.5 is given a number of tokens to think with; later ones decide by themselves how much an effort takes. */
const givenTokens = /claude-(?:opus|sonnet|haiku)-4-(?:0|1|5|\d{8})(?:-|$)/;

function anthropicEffort(model: string, effort: Effort): EffortOptions {
  if (!model.includes('claude-') || /claude-(?:2|3|instant)/.test(model)) return {};
  if (!givenTokens.test(model)) return { thinking: { type: 'adaptive' }, effort };
  // The least that is allowed is 1,024; at low effort they think not at all, which is how they are without the setting.
  if (effort === 'low') return {};
  return { thinking: { type: 'enabled', budgetTokens: thinkingTokens[effort] } };
}

/** `xhigh` came with GPT-5.2, `max` with GPT-6. Models that do not reason have the setting dropped by the client. */
function highestOpenAiEffort(model: string): string {
  const [, major = '0', minor = '0'] = /^gpt-(\d+)(?:\.(\d+))?/.exec(model) ?? [];
  if (Number(major) >= 6) return 'max';
  return Number(major) === 5 && Number(minor) >= 2 ? 'xhigh' : 'high';
}

/** Gemini 2.5 is given a number of tokens, later ones a level. */
function googleEffort(model: string, effort: Effort): EffortOptions {
  if (/gemini-2\.5/.test(model))
    return { thinkingConfig: { thinkingBudget: Math.min(thinkingTokens[effort], 24_576) } };
  const isLater = /gemini-(?:[3-9]|\d\d|pro-latest|flash-latest|flash-lite-latest)/.test(model);
  return isLater ? { thinkingConfig: { thinkingLevel: atMostHigh(effort) } } : {};
}

/** Grok 4.3 and later, without the 4.20 line, which refuses it. */
function xaiEffort(model: string, effort: Effort): EffortOptions {
  if (!/^grok-4\.[3-9](?:-|$)/.test(model)) return {};
  return { reasoningEffort: effort === 'max' && model.startsWith('grok-4.6') ? 'xhigh' : atMostHigh(effort) };
}

/** Ollama, for one, refuses the setting for a model that does not think. */
const thinksByName = /gpt-oss|deepseek-r|qwq|magistral|think|reason/i;

function atMostHigh(effort: Effort): 'low' | 'medium' | 'high' {
  return effort === 'max' ? 'high' : effort;
}
