import type { ModelMessage } from './ports/model.js';

/** About 100,000 tokens: what common models take, with room for the reply. */
const mostCharacters = 400_000;
/** The latest results are what the model is working with. */
const keptWhole = 6;
const stubLength = 400;

/**
 * The messages within what a model can take: results of tools are shortened, oldest first, until they fit. The first message,
 * which holds the plan and the step, is never touched, and neither is what the model said itself.
 */
export function trimMessages(
  messages: readonly ModelMessage[],
  limit: number = mostCharacters,
): readonly ModelMessage[] {
  let excess = messages.reduce((sum, message) => sum + sizeOf(message), 0) - limit;
  if (excess <= 0) return [...messages];
  return messages.map((message, index) => {
    if (excess <= 0 || message.role !== 'tool' || index >= messages.length - keptWhole) return message;
    const text = shortened(message.text);
    excess -= message.text.length - text.length;
    return { ...message, text };
  });
}

function sizeOf(message: ModelMessage): number {
  return message.text.length + (message.role === 'assistant' ? JSON.stringify(message.toolCalls).length : 0);
}

function shortened(text: string): string {
  if (text.length <= stubLength * 2) return text;
  return `${text.slice(0, stubLength)}\n… ${text.length - stubLength} characters of this result were left out to make room; call the tool again if they are needed`;
}
