import type { AngleFinding, FoundCause } from './angle-finding.js';
import { isAngleName } from './angle-table.js';
import { readFoundFiles } from './read-found-files.js';
import { readFoundQuestions } from './read-found-questions.js';
import { type Fields, fieldsOf, textOf, textsOf } from './tolerant-fields.js';

export type ReadExploration =
  | {
      readonly ok: true;
      readonly finding: AngleFinding;
      /** What could not be taken as it was. */ readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

const fileName = /(?:^|\/)(?:exploration|explore|diagnosis)-([^/]+)\.json$/;

/** The angle that a file's name tells: `exploration-security.json`, `explore-security.json`, `diagnosis-security.json`. */
export function angleOfFile(path: string): string | undefined {
  return fileName.exec(path.replaceAll('\\', '/'))?.[1];
}

/**
 * Reads an exploration or a diagnosis as others write them: lists where the form has texts, bare paths, words for numbers,
 * fields of older forms. What cannot be read is left out and noted; only what is no object at all is refused.
 */
export function readExploration(value: unknown, { file }: { readonly file?: string } = {}): ReadExploration {
  const fields = fieldsOf(value);
  if (fields === undefined)
    return { ok: false, message: `${file ?? 'the exploration'}: expected a JSON object with what was found` };
  const { files, notes } = readFoundFiles(fields);
  const metadata = fieldsOf(fields['_metadata']) ?? {};
  const summary = fieldsOf(fields['project_summary']) ?? {};
  const finding: AngleFinding = {
    angle: angleOf(fields, metadata, file),
    structure: [...textsOf(fields['project_structure']), ...textsOf(summary['architecture'])],
    files,
    patterns: firstTexts(fields['patterns'], fields['existing_patterns'], summary['key_patterns']),
    dependencies: [...textsOf(fields['dependencies']), ...textsOf(fields['external_refs'])],
    integrationPoints: textsOf(fields['integration_points']),
    constraints: textsOf(fields['constraints']),
    questions: readFoundQuestions(fields),
    cause: causeOf(fields['root_cause']),
    reproduction: textsOf(fields['reproduction_steps']),
    fixHints: firstTexts(fields['fix_hints'], fields['fix_steps'], fields['fix_description']),
  };
  return { ok: true, finding, notes: notes.map((note) => (file === undefined ? note : `${file}: ${note}`)) };
}

function firstTexts(...values: readonly unknown[]): readonly string[] {
  return values.map(textsOf).find((texts) => texts.length > 0) ?? [];
}

function angleOf(fields: Fields, metadata: Fields, file: string | undefined): string {
  const written = [
    metadata['exploration_angle'],
    metadata['diagnosis_angle'],
    fields['angle'],
    fields['perspective'],
    file === undefined ? undefined : angleOfFile(file),
  ];
  return written.find((name): name is string => typeof name === 'string' && isAngleName(name)) ?? 'general';
}

/** A cause in words alone names no file. */
function causeOf(value: unknown): FoundCause | undefined {
  const fields = fieldsOf(value);
  const issue = fields ? textOf(fields['issue']) : textOf(value);
  if (issue === '') return undefined;
  const confidence = fields?.['confidence'];
  const lines = textOf(fields?.['line_range']);
  return {
    file: textOf(fields?.['file']),
    issue,
    confidence: typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? confidence : 0.5,
    lines: lines === '' ? undefined : lines,
  };
}
