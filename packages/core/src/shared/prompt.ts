/** What a model is asked: who it is and the question itself. */
export type Prompt = { readonly system: string; readonly message: string };

/** The parts that say something, with an empty line between them. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}
