/** Where we do otherwise than the supervised planner's vectors on purpose. */
export const supervisionDifferences = [
  {
    section: 'supervision',
    case: 'V10',
    theirs: 'pausing a paused plan is an error',
    ours: { state: 'paused', error: null },
    why: 'a double click is not a mistake: pause, resume and cancel are idempotent (question 10)',
  },
  {
    section: 'supervision',
    case: 'V19',
    theirs: 'a step report while paused is refused',
    ours: { state: 'paused', statuses: ['done', 'pending'], error: null },
    why: 'finished work is kept; a pause only stops what comes next (question 9)',
  },
] as const;
