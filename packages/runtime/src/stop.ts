/**
 * Tells work to stop, as an `AbortController` does, and can be asked and listened to without a signal. The signal is made for
 * whoever looks at it: with a listener it takes 4 µs, more than all else that is done for a step, and quick work never looks.
 */
export class Stop implements AbortController {
  // A controller makes its signal at the first look, too.
  readonly #controller = new AbortController();
  readonly #listeners: (() => void)[] = [];
  #aborted = false;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  /** The listener is called once, before those of the signal. */
  onAbort(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Once; what comes later changes nothing. */
  abort(reason?: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners) listener();
    this.#controller.abort(reason);
  }
}
