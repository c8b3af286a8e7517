import { isForPlanners, type PlanningMark, type PlanningTask, readIds, readStatus } from './planning-task.js';

/** `- [ ] PLAN-001: subject`, numbered or as a heading, with or without a box. */
const itemLine = /^(\s*)((?:[-*+]|\d{1,3}[.)]|#{1,6})\s+)(?:\[([ xX])\]\s+)?(.*)$/;
const idAtStart = /^[*_`]*([A-Za-z][A-Za-z0-9]*-\d+)[*_`]*\s*[:.–—-]?[*_`]*\s*(.*)$/;
const blockers = /\((?:blocked by|depends on|after)[:\s]+([^)]*)\)\s*$/i;
const fieldLine =
  /^\s*(?:[-*+]\s+)?[*_]*(status|blocked ?by|depends on|run|summary|description)[*_]*\s*:[*_]*\s*(.*)$/i;

const lineEnd = /\r?\n/;

type Field = { readonly value: string; readonly line: number };

/** A task and the lines it is written on. */
type Item = {
  readonly id: string;
  readonly subject: string;
  readonly line: number;
  /** What is in its box; undefined where it has none. */
  readonly box: string | undefined;
  readonly fields: ReadonlyMap<string, Field>;
  readonly text: readonly string[];
};

/** The tasks of a list in markdown. What stands under an item and is no field of it is its description. */
export function readMarkdownTasks(text: string, problem: (message: string) => void): readonly PlanningTask[] {
  return itemsOf(text.split(lineEnd), problem).map(({ id, subject, box, fields, text: lines }) => {
    const within = blockers.exec(subject);
    const value = (name: string): string | undefined => fields.get(name)?.value;
    const written = value('status') ?? (box?.toLowerCase() === 'x' ? 'completed' : '');
    return {
      id,
      subject: subject.replace(blockers, '').trim(),
      description: [value('description') ?? '', ...lines].join('\n').trim(),
      status: readStatus(written),
      blockedBy: readIds(`${within?.[1] ?? ''} ${value('blockedby') ?? value('dependson') ?? ''}`),
      run: value('run'),
      summary: value('summary'),
    };
  });
}

type OpenItem = Omit<Item, 'fields' | 'text'> & { readonly fields: Map<string, Field>; readonly text: string[] };

function itemsOf(lines: readonly string[], problem: (message: string) => void): readonly Item[] {
  const items: OpenItem[] = [];
  let open: OpenItem | undefined;
  for (const [line, text] of lines.entries()) {
    const [, indent = '', mark = '', box, rest = ''] = itemLine.exec(text) ?? [];
    const [, id = '', subject = ''] = mark === '' ? [] : (idAtStart.exec(rest) ?? []);
    const field = fieldIn(text, line);
    // Further in, a name of another role is a word of a description.
    if (id !== '' && (indent === '' || isForPlanners({ id }))) {
      open = { id, subject, line, box, fields: new Map(), text: [] };
      items.push(open);
    } else if (field && open) open.fields.set(field.name, field);
    else if (box !== undefined && indent === '') problem(`line ${line + 1} has a box but no id: ${text.trim()}`);
    else if (mark.startsWith('#')) open = undefined;
    else open?.text.push(text.trim());
  }
  return items;
}

/** A line that says "run: the tests" is part of a description, and must not be written over. */
function fieldIn(text: string, line: number): (Field & { readonly name: string }) | undefined {
  const [, written, rest = ''] = fieldLine.exec(text) ?? [];
  const name = written?.toLowerCase().replace(/\s/g, '');
  const value = rest.trim();
  if (name === undefined || (name === 'run' && !/^run-\S+$/.test(value))) return undefined;
  return { name, value, line };
}

/** The text with the mark in the task's box and in lines under it; every other line stays as it is. */
export function markMarkdownTask(text: string, id: string, mark: PlanningMark): string | undefined {
  const lines = text.split(lineEnd);
  const item = itemsOf(lines, () => undefined).find((each) => each.id === id);
  if (!item) return undefined;
  const isBoxEnough = item.box !== undefined && (mark.status === 'completed' || mark.status === 'pending');
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['status', isBoxEnough && !item.fields.has('status') ? undefined : mark.status],
    ['run', mark.run],
    ['summary', mark.summary?.replace(/\s+/g, ' ').trim()],
  ];
  const own = lines[item.line] ?? '';
  lines[item.line] = own.replace(/\[[ xX]\]/, mark.status === 'completed' ? '[x]' : '[ ]');
  const added: string[] = [];
  for (const [name, value] of fields) {
    const known = item.fields.get(name);
    if (value === undefined) continue;
    if (known)
      lines[known.line] = (lines[known.line] ?? '').replace(/:([*_]*).*$/, (_, close: string) => `:${close} ${value}`);
    else added.push(`${indentUnder(own)}- ${name}: ${value}`);
  }
  const last = Math.max(item.line, ...[...item.fields.values()].map(({ line }) => line));
  return lines.toSpliced(last + 1, 0, ...added).join(text.includes('\r\n') ? '\r\n' : '\n');
}

/** Under a heading a list begins anew; under an item it is further in. */
function indentUnder(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  return /^\s*#/.test(line) ? indent : `${indent}  `;
}
