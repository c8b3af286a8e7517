/** Resolves when everything that is due in this turn of the event loop has been called: timers and the system's answers, too. */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
