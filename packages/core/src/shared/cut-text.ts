/** The text, or its first code points and a mark that there is more. Looks at no more of a long text than it keeps. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, most * 2));
  return points.length > most || text.length > most * 2 ? `${points.slice(0, most).join('')}…` : text;
}
