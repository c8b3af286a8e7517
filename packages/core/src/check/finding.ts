import type { Plan } from '../plan/plan.js';

/** `critical`: the plan must be drafted again. `minor`: it is shown to whoever approves. */
export type FindingSeverity = 'critical' | 'minor';

/** Something a rule found wrong with a plan. Nothing is filled in to make it go away. */
export type Finding = {
  readonly rule: string;
  readonly severity: FindingSeverity;
  /** The label, or null when it is about the plan. */
  readonly step: string | null;
  readonly message: string;
};

export type CheckContext = {
  /** The agents there are; without them, names are not checked. */
  readonly agents?: readonly string[];
  /** A plan we drafted is held to more than one that somebody brought. */
  readonly source: 'drafted' | 'imported';
  /** The limit of a plan's steps; 20 when not given. */
  readonly maxSteps?: number;
};

/** What one rule has to say, before its name is put to it. */
export type Remark = Omit<Finding, 'rule'>;

/** A deterministic question about a plan. Never throws, whatever the plan; linear in its steps. */
export type Rule = {
  readonly name: string;
  readonly check: (plan: Plan, context: CheckContext) => readonly Remark[];
};

export function critical(step: string | null, message: string): Remark {
  return { severity: 'critical', step, message };
}

export function minor(step: string | null, message: string): Remark {
  return { severity: 'minor', step, message };
}

/** What we drafted can be drafted again; what was brought is shown as it is. */
export function criticalIfDrafted({ source }: CheckContext): FindingSeverity {
  return source === 'drafted' ? 'critical' : 'minor';
}
