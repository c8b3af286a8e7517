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

/** Edges that we take otherwise; each is a test of ours that names it. */
export const supervisionEdgeDifferences = [
  {
    section: 'supervision',
    case: 'P05',
    theirs: 'a step that has used its attempts pauses the plan',
    ours: 'where `onFailure` is `pause`, which is the default when somebody supervises',
    why: 'where nobody looks on, a pause would wait for ever: what depends on the step is given its error instead',
  },
  {
    section: 'supervision',
    case: 'R05',
    theirs: 'no plan can be written while one is a draft',
    ours: 'a draft that nobody started may be replaced',
    why: 'a stale draft must not block the room (question 17)',
  },
  {
    section: 'supervision',
    case: 'K04',
    theirs: 'after 25 turns a sidekick is completed with the output it has',
    ours: 'it pauses, and so does its plan; a person lets it go on',
    why: 'running out of turns is never a success (question 12)',
  },
  {
    section: 'supervision',
    case: 'K05',
    theirs: 'after 300 seconds a sidekick is terminated',
    ours: 'after five minutes of work it pauses, and so does its plan; the clock stands still while it is paused',
    why: 'finished work is not thrown away (question 12)',
  },
  {
    section: 'supervision',
    case: 'K08',
    theirs: 'a sidekick whose tokens are spent is terminated',
    ours: 'it pauses, and goes on when its budget is raised',
    why: 'a reached budget pauses, it does not kill',
  },
] as const;
