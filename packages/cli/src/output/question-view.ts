import type { ClarificationQuestion } from '@planwright/core';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

/** A question with what there is to choose from; the number of an option answers it. */
export function questionLines(asked: ClarificationQuestion): readonly string[] {
  const { id, question, context, options, recommended } = asked;
  const isListed = options.includes(recommended);
  const advised = ` ${style('green', '(recommended)')}`;
  return [
    `${style('bold', id)}  ${plainLine(question)}`,
    ...(context === '' ? [] : [style('dim', `    ${plainLine(context)}`)]),
    ...options.map((option, place) => `    ${place + 1}  ${plainLine(option)}${option === recommended ? advised : ''}`),
    ...(isListed ? [] : [`    -  ${plainLine(recommended)}${advised}`]),
  ];
}
