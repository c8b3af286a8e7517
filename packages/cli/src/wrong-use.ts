/** A use that means nothing, thrown before anything is loaded; told as `usage-wrong`. */
export class WrongUse extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
