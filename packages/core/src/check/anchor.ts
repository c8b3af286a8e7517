import { fileMentionsIn } from '../explore/file-mentions.js';

/** Things that can be looked up, run or compared. A number must stand alone: the 2 of `OAuth2` measures nothing. */
const anchors: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_])[+\-<>=≤≥]?\p{N}/u,
  /`[^`]+`|"[^"]+"|“[^”]+”|«[^»]+»|(?<![\p{L}\p{N}])'[^']+'/u,
  /(?<![\p{L}\p{N}_])(?!(?:and\/or|e\/ou|input\/output|read\/write|client\/server|on\/off)\b)[\w.@\-]+\/[\w.\/@\-]*[\w*]/iu,
  /(?<!\S)\/[\w\-]/u,
  /(?<!\S)--?[a-z][\w-]*/,
  /\b[A-Za-z_$][\w$]*(?:_[\w$]+|\(\)|::\w+)/,
  /\b[a-z][a-z0-9]*[A-Z]\w*/,
  /\b(?:npm|npx|pnpm|yarn|bun|node|deno|cargo|go|make|pytest|python3?|mvn|gradle|dotnet|docker|kubectl|git|curl|tsc|eslint|vitest|jest)\s+[a-z./-]/,
  /\bexit (?:code|status)\b|\bexits (?:with|non-?zero)\b|\bcódigo de sa[ií]da\b/i,
  /\b(?:tests?|suite|build|lint(?:er|ing)?|type-?check(?:er|ing)?|ci|testes|compilação)\b.{0,40}\b(?:pass(?:es)?|succeeds?|green|passam?)\b/i,
];

/** What is looked at of a text: beyond it, a criterion is not a sentence that somebody will verify. */
const looked = 500;

/** Whether a text is tied to something that can be measured: a number, path, command, code, quotation or outcome of a run. */
export function hasAnchor(text: string): boolean {
  const start = text.slice(0, looked);
  return anchors.some((anchor) => anchor.test(start)) || fileMentionsIn(start).length > 0;
}
