import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { Machine } from '../testing/machine.js';
import { reportOf } from '../run/run-answer.js';
import { reportText } from './report.js';

const ran = (): Machine =>
  Machine.started(
    aPlan(
      [
        aStep('E1', { title: 'look' }),
        aStep('E2', { title: 'write', task: 'use #E1', agent: 'coder' }),
        aStep('E3', { title: 'tell', task: 'about #E2' }),
      ],
      { goal: 'demo' },
    ),
    { onFailure: 'continue', maxAttempts: 2 },
  );

describe('the report', () => {
  it('tells every step in order, with what was really asked and what came of it', () => {
    const machine = ran().done('E1', ' found bar \n').done('E2', 'line one\nline two').done('E3', 'told');
    expect(reportText(reportOf(machine.state)!)).toMatchInlineSnapshot(`
      "Report: done, 3 of 3 steps done, 3.0 s
      Goal: demo

      E1 look (search): done, 1.0 s
        found bar

      E2 write (coder): done, 1.0 s
        line one
        line two

      E3 tell (search): done, 1.0 s
        told
      "
    `);
  });

  it('tells failures, what was skipped because of them, and attempts', () => {
    const machine = ran().fail(undefined, 'E1', 'boom').fail(undefined, 'E1', 'boom').done('E3', 'told');
    expect(reportText(reportOf(machine.state)!)).toMatchInlineSnapshot(`
      "Report: failed, 1 of 3 steps done, with errors, 3.0 s
      Goal: demo

      E1 look (search): failed, attempt 2, 1.0 s
        boom

      E2 write (coder): skipped
        it may write, and E1 gave it an error to work on

      E3 tell (search): done, 1.0 s
        told
      "
    `);
  });

  it('is the same text for the same events', () => {
    const [first, second] = [ran().done().done().done(), ran().done().done().done()];
    expect(reportOf(first.state)).toEqual(reportOf(second.state));
  });

  it('cuts nothing from an answer', () => {
    const long = 'o'.repeat(5000);
    expect(reportText(reportOf(ran().done('E1', long).state)!)).toContain(long);
  });
});
