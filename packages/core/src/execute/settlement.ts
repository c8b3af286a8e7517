import * as z from 'zod';
import { shown } from '../plan/parse/report.js';
import { readJsonAt } from '../plan/parse/tolerant-json.js';
import { type FailureNext, failureNextSchema } from './step-outcome.js';

/** How an agent program, which cannot call our tools, said that its step ended. */
export type Settlement =
  | { readonly type: 'done'; readonly answer: string }
  | { readonly type: 'failed'; readonly reason: string; readonly next?: FailureNext | undefined }
  /** It did not, or not so that it can be read. */
  | { readonly type: 'none'; readonly problem: string };

/** What an agent program is told about ending its step: the words that `readSettlement` reads. */
export function settlementInstructions(): string {
  return [
    'How to end the step:',
    '- You work with tools of your own. None of ours can be called, whatever was said above: step_done and step_failed are words of your final message.',
    '- The last thing in your final message is one JSON object, with nothing behind it.',
    '- When the step is done: {"step_done": {"answer": "…"}}. The first line of the answer sums it up; the answer stands alone, because nothing else of the message is passed on.',
    '- When it cannot be done: {"step_failed": {"reason": "…", "next": "retry"}}, where next is one of retry, skip, abort and revise.',
  ].join('\n');
}

/** Where an object begins whose first field is one of ours. */
const beginning = /\{\s*["'`“]?step_(?:done|failed)["'`”]?\s*:/g;
/** A message may quote the instructions and correct itself; hundreds of such objects are an attack. */
const maxTried = 16;

const text = z.string().refine((value) => value.trim() !== '');
const doneSchema = z.union([text, z.object({ answer: text }).transform(({ answer }) => answer)]);
const failedSchema = z.union([
  text.transform((reason) => ({ reason, next: undefined })),
  // A word we do not know is no reason to lose why the step failed.
  z.object({ reason: text, next: failureNextSchema.optional().catch(undefined) }),
]);

/** The last settlement in a message, whatever stands around it. Never throws; takes time in proportion to the message. */
export function readSettlement(message: string): Settlement {
  let settlement: Settlement = {
    type: 'none',
    problem: 'the message does not end with a step_done or step_failed object',
  };
  let end = 0;
  for (const start of lastBeginnings(message)) {
    // What stands inside an object that was read is a text of it.
    if (start < end) continue;
    const json = readJsonAt(message, start);
    if (json.ok) end = json.end;
    settlement = json.ok
      ? settlementIn(json.value)
      : { type: 'none', problem: `its JSON cannot be read: expected ${json.expected}` };
  }
  return settlement;
}

function lastBeginnings(message: string): readonly number[] {
  const starts: number[] = [];
  for (const { index } of message.matchAll(beginning)) {
    starts.push(index);
    if (starts.length > maxTried) starts.shift();
  }
  return starts;
}

function settlementIn(value: unknown): Settlement {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(value);
  if ('step_done' in fields) {
    const done = doneSchema.safeParse(fields['step_done']);
    if (done.success) return { type: 'done', answer: done.data };
    return {
      type: 'none',
      problem: `step_done needs "answer", a text that is not empty; found ${shown(fields['step_done'])}`,
    };
  }
  const failed = failedSchema.safeParse(fields['step_failed']);
  if (failed.success) return { type: 'failed', ...failed.data };
  return {
    type: 'none',
    problem: `step_failed needs "reason", a text that is not empty; found ${shown(fields['step_failed'])}`,
  };
}
