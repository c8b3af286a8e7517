import type { PlanningContext } from './planning-context.js';

type Level = NonNullable<PlanningContext['level']>;

/** What a reply looks like, with what belongs into each field: the bigger the task, the more is asked. */
export function planShape({ level = 'low', kind }: Partial<Pick<PlanningContext, 'level' | 'kind'>>): object {
  const asked = (from: Level, fields: object): object => (rank(level) >= rank(from) ? fields : {});
  return {
    goal: 'the task in one sentence',
    summary: 'what the plan does',
    approach: 'why it goes about it this way',
    kind: kind ?? 'feature or fix',
    estimatedTime: 'such as 2 hours',
    ...(kind === 'fix' ? { fix } : {}),
    ...asked('medium', { designDecisions: [designDecision] }),
    ...asked('high', { dataFlow }),
    steps: [{ ...step, ...asked('medium', { rationale, test }), ...asked('high', { risks: [risk], codeSkeleton }) }],
  };
}

const levels: readonly Level[] = ['low', 'medium', 'high'];

function rank(level: Level): number {
  return levels.indexOf(level);
}

const step = {
  label: 'E1',
  title: 'a few words',
  agent: 'one of the agents',
  task: 'what is to be done, in full sentences',
  scope: 'the part of the project',
  action: 'Create, Update, Implement, Refactor, Add, Delete, Configure, Test or Fix',
  dependsOn: [],
  files: [{ path: 'src/…', action: 'modify, create or delete', target: 'the symbol', change: 'what changes in it' }],
  implementation: [],
  reference: { pattern: 'what to follow', files: [], examples: 'a symbol that does it so' },
  criteria: [],
  verify: [],
};

const fix = {
  rootCause: 'what is wrong, with path:line',
  strategy: 'immediate_patch, comprehensive_fix or refactor',
  severity: 'Low, Medium, High or Critical',
  risk: 'low, medium or high',
};

const designDecision = { decision: 'what', rationale: 'why', tradeoff: 'what is given up', alternatives: [] };

const dataFlow = {
  diagram: 'A → B → C',
  stages: [{ stage: 'name', input: 'what comes in', output: 'what goes out', component: 'module' }],
  dependencies: [],
};

const rationale = {
  chosen_approach: 'why this way',
  alternatives_considered: [],
  decision_factors: [],
  tradeoffs: 'what is given up',
};

const test = { unit: [], integration: [], manual_checks: [], success_metrics: [] };

const risk = {
  description: 'what may go wrong',
  probability: 'Low, Medium or High',
  impact: 'Low, Medium or High',
  mitigation: 'what is done about it',
  fallback: 'what is done if it happens',
};

const codeSkeleton = {
  interfaces: [{ name: 'name', definition: 'its fields', purpose: 'for whom' }],
  key_functions: [{ signature: 'name(…)', purpose: 'what it does', returns: 'what it gives' }],
  classes: [{ name: 'name', purpose: 'what it is', methods: [] }],
};
