/** What the promise gives, or the signal's reason as soon as it is aborted: for calls that may not listen to the signal. */
export async function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    // The reason may be anything; whoever aborted chose it.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- it is the signal's own reason
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Left behind, it may still fail; nobody is waiting for that.
    promise.catch(() => undefined);
  }
}
