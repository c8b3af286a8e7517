/** Long enough for what the terminal has kept to arrive, too short for a person to have answered a frame. */
const listenMs = 25;

/**
 * Throws away what was typed before there was anything to see: a key pressed in the shell, or while the plan was made, must not
 * approve it. Answers with whether Ctrl-C was among it.
 */
export async function discardTypedAhead(stdin: NodeJS.ReadStream): Promise<boolean> {
  let discarded = '';
  const discard = (): void => {
    for (let chunk: unknown = stdin.read(); chunk !== null; chunk = stdin.read()) {
      if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) discarded += chunk.toString();
    }
  };
  stdin.setRawMode(true);
  stdin.on('readable', discard);
  await new Promise((resolve) => setTimeout(resolve, listenMs));
  // Where the process was busy meanwhile, the timer comes before what waits to be read: not before the terminal was asked once.
  await new Promise((resolve) => setImmediate(resolve));
  stdin.off('readable', discard);
  return discarded.includes('\u0003');
}
