export type FencedText = { readonly from: string; readonly text: string };

/** As `fenced` writes it. The first end tag with the digest of the start tag is the right one: no text holds its own digest. */
const fence = /<data from="([^"]*)" digest="([0-9a-f]{16})">\n([\s\S]*?)\n<\/data digest="\2">/g;

/** A text taken apart into what its author wrote and what was put into it as data. */
export function splitFenced(text: string): { readonly own: string; readonly data: readonly FencedText[] } {
  const data = [...text.matchAll(fence)].map(([, from = '', , inserted = '']) => ({ from, text: inserted }));
  return { own: data.length === 0 ? text : text.replace(fence, ' '), data };
}
