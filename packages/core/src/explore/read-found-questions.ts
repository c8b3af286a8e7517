import type { FoundQuestion } from './angle-finding.js';
import { type Fields, fieldsOf, listOf, textOf, textsOf } from './tolerant-fields.js';

/** The questions of an exploration; a bare text is a question without options. */
export function readFoundQuestions(fields: Fields): readonly FoundQuestion[] {
  const written = ['clarification_needs', 'questions_for_analysis'].flatMap((name) => listOf(fields[name]));
  return written.flatMap((value) => {
    const one = fieldsOf(value) ?? { question: value };
    const question = textOf(one['question']);
    const options = textsOf(one['options']);
    const recommended = one['recommended'];
    const isPlace =
      typeof recommended === 'number' && Number.isInteger(recommended) && options[recommended] !== undefined;
    if (question === '') return [];
    return [{ question, context: textOf(one['context']), options, recommended: isPlace ? recommended : undefined }];
  });
}
