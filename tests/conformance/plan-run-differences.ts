/** Where carrying a plan out differs from the plan-first vectors on purpose. */
export const planRunDifferences: readonly {
  readonly section: 'planRun';
  readonly case: string;
  readonly theirs: string;
  readonly ours: Readonly<Record<string, unknown>>;
  readonly why: string;
}[] = [
  {
    section: 'planRun',
    case: 'failed step does not abort',
    theirs: 'the coder is asked to use `<error: forced failure>`, and the tester to verify what came of it',
    ours: { hadErrors: true, stepsExecuted: 1, dispatchedTasks: ['find foo'] },
    why: 'errors flow to thinkers, never to doers: a step that may write does not start on an error unless it says `runsOnError`',
  },
  {
    section: 'planRun',
    case: 'dispatcher returns nothing',
    theirs: 'the step counts as not executed',
    ours: {
      stepsExecuted: 2,
      dispatchedTasks: ['a', 'b <error: the worker for E1 returned no outcome>'],
      reportContains: [],
    },
    why: 'it was dispatched and its worker gave no answer: that is a failed try with a reason, not a step that never ran',
  },
  {
    section: 'planRun',
    case: 'cancelled before E2',
    theirs: 'a cancelled run looks like one without errors',
    ours: { state: 'cancelled', hadErrors: false, stepsExecuted: 1 },
    why: 'the state says cancelled and the exit code is not 0',
  },
  {
    section: 'planRun',
    case: 'report layout',
    theirs: 'a fixed layout with `status=OK` lines and a partial output of a failed step',
    ours: {},
    why: 'the report is written for people and holds the same facts; `runReport` gives them as data',
  },
  {
    section: 'planRun',
    case: 'report truncation',
    theirs: 'tasks are cut at 200 and outputs at 400 code points, and the rest is lost',
    ours: {},
    why: 'answers are kept apart from transcripts and told whole; `planwright show <run> <step>` gives one alone',
  },
];
