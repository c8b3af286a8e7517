import { nearestName } from '../shared/nearest-name.js';
import { agentProgramNames, type KeyedProvider, modelProviders } from './model-name.js';

/** Ids that people know without their provider. */
const wellKnown: readonly { readonly id: RegExp; readonly provider: KeyedProvider }[] = [
  { id: /^claude-/i, provider: 'anthropic' },
  { id: /^(?:gpt-|chatgpt-|o\d)/i, provider: 'openai' },
  { id: /^(?:gemini|gemma)-/i, provider: 'google' },
  { id: /^grok-/i, provider: 'xai' },
];

/** The name that something which is none was probably meant to be. */
export function meantModelName(text: string): string | undefined {
  if (/^https?:/i.test(text)) return `compatible:${shownName(text)}${text.includes('#') ? '' : '#<model>'}`;
  const known = wellKnown.find(({ id }) => id.test(text));
  if (known) return `${known.provider}:${text}`;
  const [prefix = '', ...rest] = text.split(':');
  const program = agentProgramNames.find((name) => name === prefix.toLowerCase());
  if (program !== undefined) return rest.length === 0 ? `command:${program}` : `command:${program}#${rest.join(':')}`;
  const near = nearestName(prefix.toLowerCase(), modelProviders);
  if (near === undefined) return undefined;
  return near === 'offline' ? near : `${near}:${rest.length === 0 ? '…' : rest.join(':')}`;
}

/** What was written, short and without a password that a url in it may hold. */
export function shownName(text: string): string {
  const open = text.replace(/\/\/[^/@\s]*@/, '//…@');
  return open.length > 80 ? `${open.slice(0, 79)}…` : open;
}
