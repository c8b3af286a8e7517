import type { CheckResult } from '../check/check-plan.js';
import type { CheckContext } from '../check/finding.js';
import { fixPlan } from '../check/fix-plan.js';
import { mergeReview, type PlanReview } from '../check/merge-review.js';
import type { CommandContext } from './commands.js';
import { type NewRunEvent, runEvent } from './events.js';
import { asStored, checked, type PlanRevision, revisionOf } from './plan-revision.js';
import type { RunState } from './state.js';

/** New drafts the check may ask for in a row; then a person must look. */
const mostRegenerations = 2;

type CheckedDraft = {
  readonly revision: PlanRevision;
  readonly held: CheckContext;
  readonly check: CheckResult;
  readonly review?: PlanReview | undefined;
};

/** What follows from the check of a plan we drafted: it is put right, or drafted again, or left to whoever approves. */
export function improveDraft(state: RunState, draft: CheckedDraft, context: CommandContext): readonly NewRunEvent[] {
  switch (draft.check.result) {
    case 'pass':
      return [];
    case 'auto-fix':
      return fixed(draft, context);
    case 'regenerate':
      return mayDraftAgain(state, draft, context) ? [draftAgain(draft)] : [];
  }
}

function fixed({ revision, held, review }: CheckedDraft, context: CommandContext): readonly NewRunEvent[] {
  const { plan, applied, check } = fixPlan(revision.plan, held);
  if (applied.length === 0) return [];
  const next = revisionOf(revision.revision + 1, plan, context);
  const fixes = applied.map(({ step, rule, reason, patch }) => ({ step, rule, reason, patch: [...patch] }));
  return [
    runEvent('plan.fixed', { ...next, fixes }),
    checked(next.revision, review ? mergeReview(check, review, plan) : check),
  ];
}

/** A planner that came back with the same plan has said all it has to say. */
function mayDraftAgain(state: RunState, { revision }: CheckedDraft, { executor }: CommandContext): boolean {
  return executor?.redrafts === true && state.regenerations < mostRegenerations && revision.hash !== state.hash;
}

function draftAgain({ revision: { revision, hash }, check }: CheckedDraft): NewRunEvent {
  return runEvent('plan.revision-requested', { revision, hash, cause: 'check', findings: asStored(check.findings) });
}
