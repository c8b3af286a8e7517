/** A heading and the lines below it, up to the next heading that counts. */
export type MarkdownSection = {
  readonly heading: string;
  /** Of the heading, counted from 1. */
  readonly line: number;
  readonly lines: readonly string[];
};

export type MarkdownSections = {
  /** The first `# ` heading, if it stands before the steps. */
  readonly goal: MarkdownSection | undefined;
  /** The `## ` headings. */
  readonly steps: readonly MarkdownSection[];
  /** The line of a code fence that nothing closes: it hides whatever follows. */
  readonly openFence: number | undefined;
};

/** Where a code fence begins: its marks, and what is said behind them. */
export function fenceAt(line: string): { readonly marks: string; readonly info: string } | undefined {
  const [, marks, info] = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/.exec(line) ?? [];
  // Backticks behind backticks are inline code.
  if (marks === undefined || info === undefined || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { marks, info: info.trim() };
}

/** Whether a line closes the fence that `marks` opened. */
export function closesFence(line: string, marks: string): boolean {
  const trimmed = line.trim();
  return trimmed.startsWith(marks) && trimmed === marks.charAt(0).repeat(trimmed.length);
}

/** Splits a text at its headings. Headings inside code fences are text, and so is everything before the first heading. */
export function markdownSections(text: string): MarkdownSections {
  const lines = text.split(/\r?\n/);
  const headings: { readonly mark: string; readonly line: number }[] = [];
  let fence: { readonly marks: string; readonly line: number } | undefined;
  for (const [index, line] of lines.entries()) {
    if (fence) {
      if (closesFence(line, fence.marks)) fence = undefined;
      continue;
    }
    const opened = fenceAt(line);
    const mark = line.startsWith('##') ? '##' : '#';
    if (opened) fence = { marks: opened.marks, line: index };
    else if (isHeading(line, headings.length === 0)) headings.push({ mark, line: index });
  }
  const sections = headings.map(({ mark, line }, position) => ({
    mark,
    heading: (lines[line] ?? '').slice(mark.length).trim(),
    line: line + 1,
    lines: lines.slice(line + 1, headings[position + 1]?.line),
  }));
  return {
    goal: sections.find(({ mark }) => mark === '#'),
    steps: sections.filter(({ mark }) => mark === '##'),
    openFence: fence?.line,
  };
}

/** Whether a line begins a step, when it stands outside a code fence. */
export function isStepHeading(line: string): boolean {
  return /^##(?:\s|$)/.test(line);
}

/** `# ` counts once and only at the beginning, as the goal; in a step's task it is text. */
function isHeading(line: string, isFirst: boolean): boolean {
  return isStepHeading(line) || (isFirst && /^#\s/.test(line));
}
