import { labelSchema } from '../step.js';
import { readSection, textValue } from './markdown-section.js';
import { closesFence, fenceAt, type MarkdownSection, markdownSections } from './markdown-sections.js';
import { type ParsedPlan, readPlan } from './read-plan.js';
import type { StepsOptions } from './read-steps.js';
import { type Report, createReport } from './report.js';

/** How a plan begins that we wrote as markdown. */
export const markdownMark = '<!-- planwright';

/** The text of a reply that is nothing but one block of markdown; any other text as it is. */
export function withoutMarkdownFence(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  const fence = fenceAt(lines[0] ?? '');
  const isBlock = fence !== undefined && /^(?:md|markdown)$/i.test(fence.info);
  return isBlock && closesFence(lines.at(-1) ?? '', fence.marks) ? lines.slice(1, -1).join('\n') : text;
}

/** Whether the text says that it is a plan in markdown. */
export function hasMarkdownMark(text: string): boolean {
  return text.trimStart().startsWith(markdownMark);
}

/** Whether the text could be a plan in markdown that has lost its mark or never had one. */
export function looksLikeMarkdown(text: string): boolean {
  return !/^\s*[{[`]/.test(text) && /^## /m.test(text) && /^[-*] +agent:/im.test(text);
}

/** Reads the markdown form. A step's heading may have a label and the mark of its id; a step without them is new. */
export function readMarkdownPlan(text: string, options: StepsOptions = {}): ParsedPlan {
  const report = createReport();
  const { goal, steps, openFence } = markdownSections(text);
  if (openFence !== undefined) {
    report.problem(
      'field-invalid',
      `the code fence in line ${openFence + 1} is never closed, so it hides what follows`,
    );
  }
  const plan = goal ? readSection(goal, { heading: goalData(goal.heading), textField: 'summary' }, report) : {};
  const parsed = readPlan({ planwright: 1, ...plan, steps: steps.map((step) => stepData(step, report)) }, options);
  if (!parsed.ok) return { ok: false, problems: [...report.problems, ...parsed.problems] };
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  return { ...parsed, notes: [...report.notes, ...parsed.notes] };
}

function stepData(section: MarkdownSection, report: Report): Readonly<Record<string, unknown>> {
  return readSection(section, { heading: headingData(section.heading), textField: 'task' }, report);
}

function goalData(heading: string): Readonly<Record<string, unknown>> {
  return heading === '' ? {} : { goal: textValue(heading) };
}

/** `E1 · Title <!-- id: r9k4f -->`, where each part may be missing. */
function headingData(heading: string): Readonly<Record<string, unknown>> {
  const markAt = heading.lastIndexOf('<!--');
  const id = /^<!--\s*id:\s*([a-z0-9]{5})\s*-->$/.exec(markAt === -1 ? '' : heading.slice(markAt))?.[1];
  const rest = (id === undefined ? heading : heading.slice(0, markAt)).trim();
  const [word = ''] = /^[^\s·:.)–—-]*/.exec(rest) ?? [];
  const isLabelled = labelSchema.safeParse(word).success && /^\s*(?:[·:.)–—-]|$)/.test(rest.slice(word.length));
  const title = isLabelled
    ? rest
        .slice(word.length)
        .replace(/^\s*[·:.)–—-]?/, '')
        .trim()
    : rest;
  return {
    ...(id === undefined ? {} : { id }),
    ...(isLabelled ? { label: word } : {}),
    ...(title === '' ? {} : { title: textValue(title) }),
  };
}
