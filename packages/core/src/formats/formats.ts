import { markdown } from './markdown.js';
import { mermaid } from './mermaid.js';
import { native } from './native.js';
import { rewoo } from './rewoo.js';

/** The forms that are one text. A two-layer plan is a folder of files and has its own functions. */
export const formats = { native, rewoo, markdown, mermaid } as const;
export type FormatName = keyof typeof formats;
