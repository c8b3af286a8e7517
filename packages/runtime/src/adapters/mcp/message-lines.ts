/** Cuts what a program prints into lines, without keeping more than one of them. */
export type MessageLines = { readonly add: (bytes: Buffer) => void };

/** Tells each whole line. Tells `tooLong` when one has more bytes than the limit; what comes after that is not to be trusted. */
export function createMessageLines(
  limit: number,
  on: { readonly line: (line: string) => void; readonly tooLong: () => void },
): MessageLines {
  let pieces: Buffer[] = [];
  let size = 0;
  const keep = (bytes: Buffer): void => {
    pieces.push(bytes);
    size += bytes.length;
  };
  return {
    add: (bytes) => {
      let start = 0;
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
        keep(bytes.subarray(start, end));
        if (size > limit) {
          on.tooLong();
          return;
        }
        const line = Buffer.concat(pieces).toString('utf8');
        [pieces, size, start] = [[], 0, end + 1];
        on.line(line);
      }
      keep(bytes.subarray(start));
      if (size > limit) on.tooLong();
    },
  };
}

const newline = 0x0a;
