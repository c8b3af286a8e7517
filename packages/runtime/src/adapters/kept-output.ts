/** What a command printed: all of it, or its beginning and its end when it printed too much. */
export type KeptOutput = { readonly add: (bytes: Buffer) => void; readonly text: () => string };

/** Keeps at most `limit` bytes: the beginning tells what was run, the end how it went. */
export function createKeptOutput(limit: number): KeptOutput {
  const half = Math.floor(limit / 2);
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let dropped = 0;

  const addToTail = (bytes: Buffer): void => {
    tail.push(bytes);
    tailSize += bytes.length;
    while (tailSize - (tail[0]?.length ?? 0) >= half) {
      const oldest = tail.shift();
      tailSize -= oldest?.length ?? 0;
      dropped += oldest?.length ?? 0;
    }
    if (tailSize > half) {
      const all = Buffer.concat(tail);
      dropped += all.length - half;
      // Copied, so that a large piece of output is not kept alive by the few bytes we want of it.
      tail = [Buffer.from(all.subarray(all.length - half))];
      tailSize = half;
    }
  };

  return {
    add: (bytes) => {
      const toHead = Math.min(bytes.length, half - headSize);
      if (toHead > 0) head.push(Buffer.from(bytes.subarray(0, toHead)));
      headSize += Math.max(toHead, 0);
      if (toHead < bytes.length) addToTail(bytes.subarray(Math.max(toHead, 0)));
    },
    text: () => {
      const start = Buffer.concat(head).toString('utf8');
      const end = Buffer.concat(tail).toString('utf8');
      return dropped === 0 ? start + end : `${start}\n… ${dropped} bytes left out …\n${end}`;
    },
  };
}
