import type { AffectedFile, AngleOrder, DiagnosisFindings } from '@planwright/core';
import { testCommandOf } from '../offline/project-commands.js';
import { constraintsOf, type ProjectKnown, symbolsOf } from './offline-findings.js';
import { questionsAbout } from './open-questions.js';
import type { Seen, SeenFile } from './offline-seen.js';

/** A search finds where a fault is spoken of, not what is wrong there. */
const mostConfident = 0.3;
const quoted = /`([^`\n]{4,200})`|"([^"\n]{4,200})"/;
const changeTypes = {
  modify_target: 'fix_target',
  integration_point: 'needs_update',
  test_target: 'test_coverage',
} as const;

/** What was seen of a fault, in the form diagnoses have: where to begin, and plainly no more than that. */
export function offlineDiagnosis({ task, angle }: AngleOrder, seen: Seen, known: ProjectKnown): DiagnosisFindings {
  const paths = known.listing.files.map(({ path }) => path);
  const [first] = seen.files;
  const test = testCommandOf(known.found.commands);
  const message = quoted.exec(task);
  return {
    symptom: { description: task, error_message: message?.[1] ?? message?.[2] ?? null, frequency: 'unknown' },
    root_cause: {
      file: first?.path ?? '',
      ...(first?.passages[0] ? { line_range: rangeOf(first) } : {}),
      issue: `not known: nobody has read the code; from the angle of ${angle}, the words of the report stand together most here`,
      confidence: Math.round(mostConfident * (first?.relevance ?? 0) * 100) / 100,
    },
    affected_files: seen.files.map(affectedFile),
    reproduction_steps: [
      'Do what the report says.',
      ...(test ? [`Run \`${test.command}\` (${test.path}:${test.line}) and see whether a test shows it.`] : []),
    ],
    fix_hints: [],
    dependencies: seen.imports
      .map(({ from, line, specifier, to }) => `${from}:${line} imports ${to ?? specifier}`)
      .join('\n'),
    constraints: constraintsOf(known),
    clarification_needs: [...questionsAbout(seen.ground.task, paths)],
  };
}

function rangeOf({ passages }: SeenFile): string {
  const [best] = passages;
  return best === undefined ? '' : `${best.passage.line}-${best.passage.end}`;
}

function affectedFile(file: SeenFile): AffectedFile {
  const { path, relevance, rationale, role, source } = file;
  const change = role in changeTypes ? changeTypes[role as keyof typeof changeTypes] : 'reference_only';
  return {
    path,
    relevance,
    rationale,
    change_type: change,
    discovery_source: source,
    key_symbols: [...symbolsOf(file)],
  };
}
