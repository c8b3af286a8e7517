import * as z from 'zod';
import type { Plan } from '../plan/plan.js';
import type { PathRule } from '../tools/path-rules.js';
import type { Dimension } from './dimension.js';
import type { PatchOperation } from './json-patch.js';

/** `critical`: the plan must be drafted again. `minor`: it is shown to whoever approves. */
export type FindingSeverity = 'critical' | 'minor';

/** Something a rule found wrong with a plan. Nothing is filled in to make it go away. */
export type Finding = {
  readonly rule: string;
  /** Not known of findings stored before there were dimensions. */
  readonly dimension?: Dimension | undefined;
  readonly severity: FindingSeverity;
  /** The label, or null when it is about the plan. */
  readonly step: string | null;
  readonly message: string;
  /** What would put it right without anything being made up; absent where only judgement can. */
  readonly fixes?: readonly Fix[] | undefined;
};

/** A change to one step that follows from what the plan says itself. */
export type Fix = {
  readonly step: string;
  readonly reason: string;
  /** On the step as the native form writes it. */
  readonly patch: readonly PatchOperation[];
};

/** A fix and the rule it is for. */
export type RuleFix = Fix & { readonly rule: string };

export type CheckContext = {
  /** The agents there are; without them, names are not checked. */
  readonly agents?: readonly string[];
  /** A plan we drafted is held to more than one that somebody brought. */
  readonly source: 'drafted' | 'imported';
  /** `model`: what is missing can be asked for, so it must be there. Code has nothing to say about how a change is made. */
  readonly drafter?: 'model' | 'code';
  /** The form it is written in, where that asks for more. */
  readonly form?: 'two-layer';
  /** The limit of a plan's steps; 20 when not given. */
  readonly maxSteps?: number;
  /** The task in the person's words, for what it requires and forbids. */
  readonly task?: string;
  /** Requirements of a specification; steps name their ids. */
  readonly requirements?: readonly { readonly id: string; readonly text: string }[];
  /** Rules of the project, a sentence each. */
  readonly constraints?: readonly string[];
  /** Where nothing is written, or something may be, whatever a plan says. */
  readonly pathRules?: readonly PathRule[];
  /** What a reviewer would write for criteria that cannot be measured: we never make one up. */
  readonly betterCriteria?: readonly BetterCriterion[] | undefined;
};

/** A criterion in place of one that cannot be measured. */
export const betterCriterionSchema = z.object({ step: z.string(), instead: z.string(), criterion: z.string() });
export type BetterCriterion = z.infer<typeof betterCriterionSchema>;

/** What one rule has to say, before its name is put to it. `dimension` where it is not the rule's own. */
export type Remark = Omit<Finding, 'rule'>;

/** A deterministic question about a plan. Never throws, whatever the plan; linear in its steps. */
export type Rule = {
  readonly name: string;
  readonly dimension: Dimension;
  readonly check: (plan: Plan, context: CheckContext) => readonly Remark[];
};

export function critical(step: string | null, message: string): Remark {
  return { severity: 'critical', step, message };
}

export function minor(step: string | null, message: string): Remark {
  return { severity: 'minor', step, message };
}

/** What we drafted can be drafted again, and what is handed on must be whole; what was brought is shown as it is. */
export function criticalIfDrafted({ source, form }: CheckContext): FindingSeverity {
  return source === 'drafted' || form === 'two-layer' ? 'critical' : 'minor';
}

/** Only a model can be asked again for what takes judgement. */
export function criticalIfAskable({ source, drafter, form }: CheckContext): FindingSeverity {
  return form === 'two-layer' || (source === 'drafted' && drafter === 'model') ? 'critical' : 'minor';
}
