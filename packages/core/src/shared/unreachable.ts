/** Proves at compile time that every case was handled; at run time it is a bug. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
