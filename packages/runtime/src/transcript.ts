/** How a step was worked on, for people; kept apart from its answer. */
export type Transcript = { readonly add: (text: string) => void; readonly text: () => string };

const longestEntry = 2000;
const mostEntries = 200;

export function createTranscript(): Transcript {
  const entries: string[] = [];
  let left = 0;
  return {
    add: (text) => {
      const entry = text.length > longestEntry ? `${text.slice(0, longestEntry)}… (${text.length} characters)` : text;
      if (entries.length < mostEntries) entries.push(entry);
      else left += 1;
    },
    text: () => [...entries, ...(left > 0 ? [`… ${left} more`] : [])].join('\n'),
  };
}
