import { unlessEmpty } from './unless-empty.js';

/** The fields that say something: an empty list or object says the same as none. */
export function withoutEmpty(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && unlessEmpty(value) === undefined;
}
