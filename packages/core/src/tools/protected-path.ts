/** Folders that no tool writes to, wherever they are: what is in them runs programs, or is the record of what was done. */
const protectedNames = new Set(['.git', '.planwright']);
/** What Windows calls them in short. */
const shortNames = /^(?:git|planwr)~\d+$/;
/** Characters that some file systems leave out of a name. */
const ignorable = /\p{Default_Ignorable_Code_Point}|\p{Cc}/gu;

/** The protected folder a path leads into, however it is spelled; undefined when there is none. */
export function protectedFolderIn(path: string): string | undefined {
  return path.split(/[/\\]/).find((part) => {
    const name = plainName(part);
    return protectedNames.has(name) || shortNames.test(name);
  });
}

/** The name as the most forgiving file system sees it: no case, no ignorable characters, no stream, no dots at its end. */
function plainName(part: string): string {
  const [name = ''] = part.normalize('NFKC').replace(ignorable, '').toLowerCase().split(':');
  // A loop, because a pattern anchored at the end is quadratic on a long run of dots.
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
