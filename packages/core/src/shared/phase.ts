import * as z from 'zod';

/** The phases of a run, in flow order; each has one name everywhere. */
export const phaseSchema = z.enum(['explore', 'propose', 'vote', 'plan', 'check', 'execute', 'answer', 'evaluate']);
export type Phase = z.infer<typeof phaseSchema>;
