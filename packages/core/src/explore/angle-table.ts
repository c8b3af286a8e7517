/** A way to look at a project. */
export type AngleFacts = {
  /** What is looked for, as an explorer is told. */
  readonly focus: string;
  /** Words that stand where it is found, for a search without a model. */
  readonly words: string;
};

/** The angles that have a name of their own. Any other name is an angle too, and speaks for itself. */
export const angleTable: Readonly<Record<string, AngleFacts>> = {
  general: { focus: 'where the task is about, what it changes and what that concerns', words: '' },
  architecture: {
    focus: 'layers, modules and their boundaries; which of them the task crosses',
    words: 'module layer interface port adapter boundary',
  },
  dependencies: {
    focus: 'who imports whom among the files concerned, and which packages from elsewhere they rest on',
    words: 'import require dependency package',
  },
  modularity: {
    focus: 'what belongs together, what is tangled, where a cut is cheapest',
    words: 'module export interface shared internal',
  },
  'integration-points': {
    focus: 'where new code connects: registrations, routes, hooks, events, tables of commands',
    words: 'register route hook event command handler plugin',
  },
  security: {
    focus: 'what an attacker could reach: input that is trusted, secrets, rights, injection',
    words: 'auth permission token secret password sanitize escape',
  },
  'auth-patterns': {
    focus: 'how somebody is recognised and what they may do; where that is checked',
    words: 'auth login session token role permission',
  },
  dataflow: {
    focus: 'the way of the data concerned, from where it comes in to where it is kept or shown',
    words: 'input output parse transform store emit',
  },
  validation: {
    focus: 'where input is checked, against what, and what happens to what does not fit',
    words: 'validate schema check parse invalid reject',
  },
  performance: {
    focus: 'what is done how often, on how much data, and where it is measured',
    words: 'cache batch loop concurrency benchmark measure',
  },
  bottlenecks: {
    focus: 'the places where time or memory goes: loops in loops, waits, large copies, repeated work',
    words: 'loop sort wait lock queue sync buffer',
  },
  caching: {
    focus: 'what is kept, under which key, and what makes it invalid',
    words: 'cache memo ttl expire invalidate key',
  },
  'data-access': {
    focus: 'queries, files and network calls: where they are made, how many, in which transaction',
    words: 'query sql database repository fetch read store',
  },
  'error-handling': {
    focus: 'which errors can arise, who catches them, what is lost or hidden',
    words: 'error throw catch fail retry reject',
  },
  'state-management': {
    focus: 'which state there is, who may change it, and in which order',
    words: 'state status store update reducer transition',
  },
  'edge-cases': {
    focus: 'empty, huge, repeated, concurrent and malformed input, and what the code does with it',
    words: 'empty limit null undefined duplicate boundary',
  },
  patterns: {
    focus: 'how the project does such things already: names, files, tests, errors',
    words: 'create factory example default',
  },
  testing: {
    focus: 'which tests cover the files concerned, how they are written and run, what is not covered',
    words: 'test expect describe fixture',
  },
  'data-integrity': {
    focus: 'what must always hold of the data, and where it can be broken',
    words: 'constraint unique checksum hash migrate schema',
  },
  transactions: {
    focus: 'what must happen together or not at all, and what happens when it is interrupted',
    words: 'transaction commit rollback atomic lock',
  },
  'event-handling': {
    focus: 'which events there are, who listens, in which order, and who stops listening',
    words: 'event listener emit handler subscribe click',
  },
  rendering: {
    focus: 'what is shown when, from which data, and what makes it be shown again',
    words: 'render view component template style layout',
  },
  'data-binding': {
    focus: 'how what is shown and the data behind it are kept the same',
    words: 'props state binding model form value',
  },
  'api-contracts': {
    focus: 'what each side of an interface promises: fields, types, status codes, versions',
    words: 'api endpoint request response schema version',
  },
  timeouts: {
    focus: 'what waits for what, for how long, and what happens then',
    words: 'timeout deadline abort signal retry delay',
  },
  fallbacks: {
    focus: 'what happens when something is not there: defaults, retries, other ways',
    words: 'fallback default retry missing unavailable',
  },
};

const name = /^[a-z][a-z0-9-]{0,39}$/;

/** Whether a text can be an angle's name, and so part of a file's: small letters, digits and hyphens, at most 40. */
export function isAngleName(text: string): boolean {
  return name.test(text);
}

/** What an angle is about; of one that nobody described, its own words say it. */
export function angleFacts(angle: string): AngleFacts {
  const words = angle.replaceAll('-', ' ');
  const known = Object.hasOwn(angleTable, angle) ? angleTable[angle] : undefined;
  return known ?? { focus: words, words };
}
