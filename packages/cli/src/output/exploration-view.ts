import { counted, type MergedFile, type MergedNote, type SpecContext } from '@planwright/core';
import type { RoutedExploration } from '@planwright/runtime';
import { plainLine } from './plain-text.js';
import { questionLines } from './question-view.js';
import { style } from './style.js';

const mostFiles = 15;
const mostNotes = 10;

/** What was found, for people: how big the task is and why, from where it was looked at, files with their reasons, what is open. */
export function explorationView(found: RoutedExploration, specs: SpecContext): string {
  const { merged } = found;
  return [
    levelLines(found),
    angleLines(found),
    section('Files', merged.files.slice(0, mostFiles).flatMap(fileLines), merged.files.length - mostFiles),
    section('Likely causes', merged.causes.map(causeLine)),
    noteSection('Patterns', merged.patterns),
    noteSection('Dependencies', merged.dependencies),
    noteSection('Where it connects', merged.integrationPoints),
    noteSection('Constraints', [
      ...merged.constraints,
      ...specs.constraints.map(({ text, from }) => ({ text, angle: from })),
    ]),
    section('Specified', specLines(specs)),
    section('Questions', merged.questions.flatMap(questionLines)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function levelLines({ route, raisedFrom }: RoutedExploration): string {
  const raised = raisedFrom === undefined ? '' : `, raised from ${raisedFrom} by what was found`;
  return [
    `${style('bold', `Complexity ${route.level}`)}${raised}`,
    ...route.reasons.map((reason) => `  ${reason}`),
  ].join('\n');
}

function angleLines({ explored, failed, presets }: RoutedExploration): string {
  const called = presets.flatMap(({ name, words }) => (words.length === 0 ? [] : [`${name} (${words.join(', ')})`]));
  const because = called.length === 0 ? '' : style('dim', `  called for by ${called.join('; ')}`);
  return [
    `${style('bold', 'Angles')}${because}`,
    ...explored.map(
      ({ angle, source, finding }) =>
        `  ${angle}: ${counted(finding.files.length, 'file')}${source === 'cached' ? ', from the cache' : ''}`,
    ),
    ...failed.map(({ angle, reason }) => `  ${angle}: ${style('red', 'failed')}: ${plainLine(reason)}`),
  ].join('\n');
}

function fileLines({ path, relevance, role, rationale, symbols, angles }: MergedFile): readonly string[] {
  const named = symbols.length === 0 ? '' : `; ${symbols.slice(0, 5).join(', ')}`;
  return [
    `${relevance.toFixed(2)}  ${style('bold', path)}  ${role.replaceAll('_', ' ')} ${style('dim', `(${angles.join(', ')})`)}`,
    `      ${plainLine(rationale)}${plainLine(named)}`,
  ];
}

function causeLine({ file, lines, issue, confidence }: RoutedExploration['merged']['causes'][number]): string {
  const place = file === '' ? '' : `${file}${lines === undefined ? '' : `:${lines}`}: `;
  return `${confidence.toFixed(2)}  ${place}${plainLine(issue)}`;
}

function noteSection(title: string, notes: readonly MergedNote[]): string {
  const lines = notes.flatMap(({ text, angle }) =>
    text.split('\n').map((line) => `${plainLine(line)} ${style('dim', `(${angle})`)}`),
  );
  return section(title, lines.slice(0, mostNotes), lines.length - mostNotes);
}

function specLines({ requirements, decisions, epics, specs }: SpecContext): readonly string[] {
  const entries = [...requirements, ...decisions, ...epics];
  return [
    ...entries.map(({ id, title }) => `${id}  ${plainLine(title)}`),
    ...specs.map(({ path, title, priority }) => `${path}  ${plainLine(title)} (${priority})`),
  ];
}

function section(title: string, lines: readonly string[], left = 0): string {
  if (lines.length === 0) return '';
  const more = left > 0 ? [`  … and ${left} more; --json shows all`] : [];
  return [style('bold', title), ...lines.map((line) => `  ${line}`), ...more].join('\n');
}

/** The same for programs. */
export function explorationDocument(task: string, found: RoutedExploration, specs: SpecContext): object {
  const { route, raisedFrom, presets, explored, failed, merged, notes, kind, usage } = found;
  return {
    task,
    kind,
    complexity: { level: route.level, reasons: route.reasons, ...(raisedFrom === undefined ? {} : { raisedFrom }) },
    presets,
    ...merged,
    angles: explored.map(({ angle, source, file, finding }) => ({
      ...{ angle, source, files: finding.files.length },
      ...(file === undefined ? {} : { file }),
    })),
    failed,
    spec: specs,
    notes: [...notes, ...specs.notes],
    ...(usage ? { usage } : {}),
  };
}
