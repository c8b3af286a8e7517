/** The list of steps before it is known how much room there is. */
export type RowsWanted = {
  /** Lines for everything between the header and the footer. */
  readonly lines: number;
  /** Lines of remarks that stand above the list where there is room. */
  readonly details: number;
  /** `urgent` notes are the last to go. */
  readonly rows: readonly { readonly note: 'none' | 'calm' | 'urgent' }[];
  /** The row that must be seen; -1 for none in particular. */
  readonly focus: number;
  /** Lines of text that are open under that row. */
  readonly open: number;
};

export type RowsFit = {
  readonly gaps: boolean;
  readonly details: number;
  /** Rows from `first` up to, without, `end` are shown; those outside are counted on a line of their own when `marks`. */
  readonly first: number;
  readonly end: number;
  readonly marks: boolean;
  /** By row. */
  readonly notes: readonly boolean[];
  readonly open: number;
};

type Comfort = {
  readonly gaps: boolean;
  readonly details: boolean;
  readonly notes: 'all' | 'urgent' | 'focus' | 'none';
};

/** What is given up, in this order, before a row is. */
const comforts: readonly Comfort[] = [
  { gaps: true, details: true, notes: 'all' },
  { gaps: true, details: true, notes: 'urgent' },
  { gaps: true, details: false, notes: 'urgent' },
  { gaps: false, details: false, notes: 'urgent' },
  { gaps: false, details: false, notes: 'focus' },
  { gaps: false, details: false, notes: 'none' },
];

/** Rows that stay beside an open text, where there are enough lines for both. */
const rowsBesideText = 3;
const enoughForBoth = 8;
/** With fewer lines, rows are worth more than a word about those out of sight. */
const enoughForMarks = 5;

/** Shares the lines out: everything where it fits, else what matters most, scrolled so that the row in focus is seen. */
export function fitRows(wanted: RowsWanted): RowsFit {
  for (const comfort of comforts) {
    const notes = notesShown(wanted, comfort);
    const used = comfortLines(wanted, comfort) + wanted.rows.length + count(notes) + wanted.open;
    if (used <= wanted.lines) return { ...whole(wanted, comfort), notes };
  }
  return scrolled(wanted);
}

function comfortLines({ details }: RowsWanted, comfort: Comfort): number {
  return (comfort.gaps ? 2 : 0) + (comfort.details ? details : 0);
}

function whole({ rows, details, open }: RowsWanted, comfort: Comfort): Omit<RowsFit, 'notes'> {
  const { gaps } = comfort;
  return { gaps, details: comfort.details ? details : 0, first: 0, end: rows.length, marks: false, open };
}

function notesShown({ rows, focus }: RowsWanted, { notes }: Comfort): readonly boolean[] {
  return rows.map(({ note }, index) => {
    if (note === 'none' || notes === 'none') return false;
    if (notes === 'focus') return index === focus;
    return notes === 'all' || note === 'urgent' || index === focus;
  });
}

function count(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length;
}

function scrolled(wanted: RowsWanted): RowsFit {
  const { rows, focus, lines } = wanted;
  const beside = lines < enoughForBoth ? 1 : Math.min(rows.length, rowsBesideText);
  const open = Math.min(wanted.open, Math.max(0, lines - beside));
  // The note says in one line what the open text says in full.
  const note = open === 0 && rows[focus]?.note !== 'none' && lines > 2;
  const left = lines - open - (note ? 1 : 0);
  const notes = rows.map((_, index) => note && index === focus);
  return { gaps: false, details: 0, notes, open, ...rowWindow(rows.length, focus, left) };
}

function rowWindow(rows: number, focus: number, lines: number): Pick<RowsFit, 'first' | 'end' | 'marks'> {
  const marks = lines >= enoughForMarks;
  for (let size = Math.min(rows, lines); size > 1; size -= 1) {
    const first = Math.max(0, Math.min(rows - size, focus - Math.floor(size / 2)));
    const end = first + size;
    const outside = (first > 0 ? 1 : 0) + (end < rows ? 1 : 0);
    if (size + (marks ? outside : 0) <= lines) return { first, end, marks };
  }
  return { first: Math.max(0, focus), end: Math.min(rows, Math.max(0, focus) + 1), marks: false };
}
