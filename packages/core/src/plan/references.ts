/** How much of an answer a placeholder asks for. */
export type ReferenceForm = 'all' | 'summary' | { readonly head: number } | { readonly last: number };

/** A placeholder in a step's task: `#E1`, `#E1.summary`, `#E1.head=200`, `#E1.last=200`. */
export type Reference = {
  readonly label: string;
  readonly form: ReferenceForm;
  readonly text: string;
  readonly index: number;
};

export type Answers = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

export type FillOptions = {
  /** Marks inserted text, so that a prompt can tell data from instructions. */
  readonly delimit?: (label: string, text: string) => string;
};

/**
 * The backslash makes the rest literal. A modifier ends where an ASCII word ends, so `.summarized` is text; only ASCII,
 * because scripts without spaces may continue right behind it. Every part after the digits is optional: once they have
 * matched, nothing before them is tried again, which keeps the scan linear.
 */
const pattern = /(\\)?#(E[0-9]+)(?:\.(summary|all|(?:head|last)=0*[1-9][0-9]*)(?![A-Za-z0-9_=]))?/g;

const none: readonly Reference[] = [];

/** The placeholders of a text, in the order they stand there. `\#E1` is literal text and none of them. */
export function referencesIn(template: string): readonly Reference[] {
  // Most texts have none, and every step's task is asked several times over.
  if (!template.includes('#E')) return none;
  return [...template.matchAll(pattern)].flatMap((match) => {
    const [text, escape, label, modifier] = match;
    return escape !== undefined || label === undefined
      ? []
      : [{ label, form: formOf(modifier), text, index: match.index }];
  });
}

/** More than any model reads. Without an end, a task that repeats a long answer becomes a text that no string can hold. */
const maxInserted = 2 ** 24;

/**
 * The template with every placeholder replaced by its answer, in one pass: inserted text is never read again.
 * A label without an answer stays as it stands; `\#E1` becomes `#E1`. Where the answers become longer than anybody can
 * read, the text says so and the placeholders from there on stay as they are.
 */
export function fillReferences(template: string, answers: Answers, options: FillOptions = {}): string {
  // The same answer may be asked for many times in a hostile text; each form of it is worked out once.
  const trimmed = new Map<string, string | undefined>();
  const filled = new Map<string, string>();
  let left = maxInserted;
  return template.replace(pattern, (text: string, escape: string | undefined, label: string, modifier?: string) => {
    if (escape !== undefined) return text.slice(1);
    if (!trimmed.has(label)) trimmed.set(label, answerOf(answers, label)?.trim());
    const answer = trimmed.get(label);
    if (answer === undefined || left < 0) return text;
    const inserted = filled.get(text) ?? insertedText(label, excerpt(answer, formOf(modifier)), options);
    filled.set(text, inserted);
    left -= inserted.length;
    return left < 0 ? `${outOfRoom} ${text}` : inserted;
  });
}

const outOfRoom = `<error: the answers asked for have more than ${maxInserted} characters; what follows was left out>`;

function insertedText(label: string, text: string, { delimit }: FillOptions): string {
  return delimit ? delimit(label, text) : text;
}

function answerOf(answers: Answers, label: string): string | undefined {
  if (isMap(answers)) return answers.get(label);
  return Object.hasOwn(answers, label) ? answers[label] : undefined;
}

function isMap(answers: Answers): answers is ReadonlyMap<string, string> {
  return answers instanceof Map;
}

function formOf(modifier: string | undefined): ReferenceForm {
  if (modifier === undefined || modifier === 'all') return 'all';
  if (modifier === 'summary') return 'summary';
  const count = Math.min(Number(modifier.slice('head='.length)), Number.MAX_SAFE_INTEGER);
  return modifier.startsWith('head') ? { head: count } : { last: count };
}

function excerpt(text: string, form: ReferenceForm): string {
  if (form === 'all') return text;
  if (form === 'summary') return (/^[^\r\n]*/.exec(text)?.[0] ?? '').trimEnd();
  return 'head' in form ? firstCodePoints(text, form.head) : lastCodePoints(text, form.last);
}

function firstCodePoints(text: string, count: number): string {
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end < text.length ? `${text.slice(0, end)}…` : text;
}

function lastCodePoints(text: string, count: number): string {
  let start = text.length;
  for (let taken = 0; taken < count && start > 0; taken += 1)
    start -= (text.codePointAt(start - 2) ?? 0) > 0xffff ? 2 : 1;
  return start > 0 ? `…${text.slice(start)}` : text;
}

/** A suffix that stays text but was probably meant as a modifier, and the modifier it is nearest to. */
export type MisspeltModifier = {
  readonly label: string;
  readonly suffix: string;
  readonly suggestion: string;
  /** Where the suffix begins. */
  readonly index: number;
};

const suffixPattern = /^\.([A-Za-z]+)(=(-?[0-9]+)?)?[A-Za-z0-9_=]*/;

/** Other tools' words for ours. */
const synonyms: Readonly<Record<string, ModifierName>> = {
  first: 'head',
  start: 'head',
  tail: 'last',
  end: 'last',
  full: 'all',
};

const modifierNames = ['summary', 'all', 'head', 'last'] as const;
type ModifierName = (typeof modifierNames)[number];

/** Suffixes that look like a misspelt modifier (`.tail=5`, `.Summary`, `.head`); `.json` and `.Then` do not. */
export function misspeltModifiers(template: string): readonly MisspeltModifier[] {
  return referencesIn(template).flatMap(({ label, form, text, index }) => {
    if (form !== 'all' || text.endsWith('.all')) return [];
    // No modifier worth naming is longer; a bounded slice keeps a text of a million references linear.
    const end = index + text.length;
    const suffix = suffixPattern.exec(template.slice(end, end + 40));
    if (!suffix) return [];
    const suggestion = suggestionFor(suffix[1] ?? '', suffix[2] !== undefined, suffix[3]);
    return suggestion === undefined ? [] : [{ label, suffix: suffix[0], suggestion, index: end }];
  });
}

function suggestionFor(written: string, hasCount: boolean, count: string | undefined): string | undefined {
  const name = nearestModifier(written.toLowerCase());
  if (name === undefined) return hasCount ? '.head=N or .last=N' : undefined;
  if (name === 'summary' || name === 'all') return `.${name}`;
  return `.${name}=${count !== undefined && Number(count) >= 1 ? Number(count) : 'N'}`;
}

function nearestModifier(written: string): ModifierName | undefined {
  if (Object.hasOwn(synonyms, written)) return synonyms[written];
  return modifierNames.find((name) => isNear(written, name));
}

/** One letter missing, added, changed, or two neighbours swapped. `all` is too short for anything but its own letters. */
function isNear(written: string, name: string): boolean {
  if (written === name) return true;
  if (name.length < 4) return false;
  const start = commonPrefix(written, name);
  const [restWritten, restName] = [written.slice(start), name.slice(start)];
  const isSwap = restWritten.length > 1 && restWritten.slice(0, 2) === `${restName.charAt(1)}${restName.charAt(0)}`;
  return (
    restWritten.slice(1) === restName.slice(1) ||
    restWritten.slice(1) === restName ||
    restWritten === restName.slice(1) ||
    (isSwap && restWritten.slice(2) === restName.slice(2))
  );
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charAt(length) === b.charAt(length)) length += 1;
  return length;
}
