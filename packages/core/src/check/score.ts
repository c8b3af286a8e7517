import { dimensionSchema, type Dimension } from './dimension.js';
import type { Finding } from './finding.js';

/** What the coordinator does with a plan: go on, have it looked at, or not use it as it is. */
export type Gate = 'pass' | 'review' | 'fail';

export type DimensionResult = {
  readonly dimension: Dimension;
  readonly critical: number;
  readonly minor: number;
  readonly score: number;
};

const off = { critical: 25, minor: 3, allMinor: 40 } as const;

/** 0–100. One critical finding is enough not to pass and two to fail; minor ones alone never fail a plan. */
export function scoreOf(findings: readonly Pick<Finding, 'severity'>[]): number {
  const critical = findings.filter(({ severity }) => severity === 'critical').length;
  const minor = findings.length - critical;
  return Math.max(0, 100 - critical * off.critical - Math.min(off.allMinor, minor * off.minor));
}

export function gateOf(score: number): Gate {
  if (score >= 80) return 'pass';
  return score >= 60 ? 'review' : 'fail';
}

/** Every dimension, also those without findings, in a fixed order. */
export function dimensionResults(findings: readonly Finding[]): readonly DimensionResult[] {
  return dimensionSchema.options.map((dimension) => {
    const own = findings.filter((finding) => finding.dimension === dimension);
    const critical = own.filter(({ severity }) => severity === 'critical').length;
    return { dimension, critical, minor: own.length - critical, score: scoreOf(own) };
  });
}
