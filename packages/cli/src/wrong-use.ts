/** A command line that means nothing. Thrown inside the parser only, which answers with it. */
export class WrongUse extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
