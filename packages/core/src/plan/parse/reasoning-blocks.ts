/** A part of the text that is a model thinking aloud, from the opening tag to behind the closing one. */
export type ReasoningBlock = { readonly start: number; readonly end: number };

export type Reasoning = {
  /** In the order of the text, without overlaps. */
  readonly blocks: readonly ReasoningBlock[];
  /** Behind the first closing tag that nothing opened: some models leave the opening tag in their prompt. */
  readonly openedBefore: number | undefined;
};

const tag = /<(\/?)(think|thinking|thought|reasoning)>/gi;

/** Where a model's reply thinks aloud. Tags are taken as they come: the reader decides whether one stands inside a JSON text. */
export function reasoningIn(text: string): Reasoning {
  const blocks: ReasoningBlock[] = [];
  let open: { readonly name: string; readonly start: number } | undefined;
  let openedBefore: number | undefined;
  for (const match of text.matchAll(tag)) {
    const [whole, slash, written = ''] = match;
    const [name, end] = [written.toLowerCase(), match.index + whole.length];
    if (slash === '') {
      open ??= { name, start: match.index };
    } else if (open?.name === name) {
      blocks.push({ start: open.start, end });
      open = undefined;
    } else if (open === undefined && blocks.length === 0) {
      openedBefore ??= end;
    }
  }
  return { blocks, openedBefore };
}
