/** Maps with at most `limit` calls under way, keeping the order. Stops starting calls once the signal is aborted or one fails. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  transform: (item: Item, index: number) => Promise<Result>,
  options: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let hasFailed = false;
  const drain = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      options.signal.throwIfAborted();
      const index = next;
      next += 1;
      const item = items[index] as Item;
      try {
        results[index] = await transform(item, index);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.limit, items.length) }, drain));
  return results;
}
