import type { Plan } from '../../packages/core/src/plan/plan.js';
import type { Step } from '../../packages/core/src/plan/step.js';
import { aPlan, aStep } from '../../packages/core/src/testing/make-plan.js';

/** All that a task of a small plan says. */
export const taskFields: Partial<Step> = {
  agent: 'coder',
  scope: 'src/api',
  action: 'Add',
  files: [{ path: 'src/api/limiter.ts', action: 'create', target: 'TokenBucket', change: 'a class with take(key)' }],
  implementation: ['write it with a clock that is passed in', 'write 6 cases'],
  reference: { pattern: 'middleware factory', files: ['src/api/auth.ts'], examples: 'createAuth' },
  criteria: ['the 61st request in 60 s gets 429'],
  verify: ['npm test -- limiter', 'npx tsc --noEmit'],
};

const forMedium: Partial<Step> = {
  ...taskFields,
  rationale: {
    chosen_approach: 'bursts are allowed',
    alternatives_considered: ['fixed window'],
    decision_factors: ['memory'],
    tradeoffs: 'one entry for each key',
  },
  test: { unit: ['refills'], integration: [], manual_checks: ['send 61 requests'], success_metrics: ['p95 < 1 ms'] },
};

const forHigh: Partial<Step> = {
  ...forMedium,
  risks: [{ description: 'memory grows', probability: 'Low', impact: 'High', mitigation: 'drop idle keys' }],
  codeSkeleton: {
    interfaces: [{ name: 'Limiter', definition: '{ take(key: string): boolean }', purpose: 'what routes see' }],
    key_functions: [{ signature: 'createLimiter(clock)', purpose: 'makes one', returns: 'Limiter' }],
    classes: [{ name: 'TokenBucket', purpose: 'counts', methods: ['take()'] }],
  },
};

const plan: Partial<Plan> = {
  goal: 'Limit callers',
  summary: 'One caller can no longer exhaust the service.',
  approach: 'a token bucket for each key',
  kind: 'feature',
  estimatedTime: '2 hours',
  recommendedExecution: 'Agent',
  mode: 'parallel',
};

const designDecisions = [
  { decision: 'in process', rationale: 'one instance', tradeoff: 'not shared', alternatives: ['Redis'] },
];

/** The four steps of a diamond. */
function diamond(fields: Partial<Step>): readonly Step[] {
  return [
    aStep('E1', fields),
    aStep('E2', { ...fields, dependsOn: ['E1'] }),
    aStep('E3', { ...fields, task: 'use #E1.summary' }),
    aStep('E4', { ...fields, dependsOn: ['E2', 'E3'] }),
  ];
}

/** Whole plans of every level and kind. */
export const plans: Readonly<Record<'low' | 'medium' | 'high' | 'fix' | 'sequential', Plan>> = {
  low: aPlan([aStep('E1', taskFields)], { ...plan, complexity: 'low' }),
  medium: aPlan(diamond(forMedium), { ...plan, complexity: 'medium', designDecisions }),
  high: aPlan(diamond(forHigh), {
    ...plan,
    complexity: 'high',
    designDecisions,
    dataFlow: {
      diagram: 'request → limiter → router',
      stages: [
        { stage: 'check', input: 'request', output: 'verdict', component: 'limiter', transformations: ['count'] },
      ],
      dependencies: ['express'],
    },
    risks: [{ description: 'memory' }],
    skeleton: { files: ['src/api/limiter.ts'] },
  }),
  fix: aPlan([aStep('E1', { ...taskFields, action: 'Fix' }), aStep('E2', { ...taskFields, dependsOn: ['E1'] })], {
    ...plan,
    kind: 'fix',
    complexity: 'low',
    fix: {
      rootCause: 'the token is read before it is checked',
      strategy: 'immediate_patch',
      severity: 'High',
      risk: 'low',
    },
  }),
  sequential: aPlan([aStep('E1', taskFields), aStep('E2', taskFields), aStep('E3', taskFields)], {
    ...plan,
    mode: 'sequential',
  }),
};
