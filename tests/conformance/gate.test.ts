import { describe, expect, it } from 'vitest';
import { assessTask } from '../../packages/core/src/explore/assess-task.js';
import { shouldPlanFirst } from '../../packages/core/src/explore/plan-first.js';
import { planFirstSettings } from '../../packages/core/src/explore/plan-first-settings.js';
import { conformanceDir, readVectors } from './conformance-dir.js';
import { gateDifferences } from './gate-differences.js';

type Vectors = {
  readonly complexity: readonly {
    readonly task: string;
    readonly exact: number;
    readonly expectedMin?: number;
    readonly expectedMax?: number;
    readonly recommended?: string;
  }[];
  readonly shouldPlanFirst: readonly {
    readonly mode: string;
    readonly threshold: number;
    readonly task: string;
    readonly expected: boolean;
  }[];
  readonly planFirstEnv: readonly {
    readonly env: Readonly<Record<string, string>>;
    readonly expected: { readonly mode: string; readonly threshold: number };
    readonly recommended?: string;
  }[];
};

const none: Vectors = { complexity: [], shouldPlanFirst: [], planFirstEnv: [] };
const nameOf = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** Ours where we differ on purpose, else theirs. */
function wanted(section: string, index: number, theirs: unknown): unknown {
  const difference = gateDifferences.find((entry) => entry.case === `${section}[${index}]`);
  return difference === undefined ? theirs : difference.ours;
}

describe.skipIf(conformanceDir() === undefined)('the vectors of ChatCLI’s gate (CONFORMANCE_DIR)', () => {
  const vectors = conformanceDir() === undefined ? none : (readVectors('plan-first/vectors.json') as Vectors);

  it.each(vectors.complexity.map((vector, index) => [vector.task, index, vector] as const))(
    'scores %j',
    (task, index, vector) => {
      const { score } = assessTask(task);
      expect(score).toBe(wanted('complexity', index, vector.exact));
      expect(score).toBeGreaterThanOrEqual(vector.expectedMin ?? 0);
      expect(score).toBeLessThanOrEqual(vector.expectedMax ?? 10);
    },
  );

  it.each(vectors.shouldPlanFirst.map((vector) => [vector.mode, vector.threshold, vector.task, vector] as const))(
    'decides in mode %j at threshold %i for %j',
    (mode, threshold, task, { expected }) => {
      const settings = planFirstSettings({
        CHATCLI_QUALITY_PLAN_FIRST_MODE: mode,
        CHATCLI_QUALITY_PLAN_FIRST_THRESHOLD: String(threshold),
      });
      expect(shouldPlanFirst(assessTask(task), { ...settings, armed: false }).plan).toBe(expected);
    },
  );

  it.each(vectors.planFirstEnv.map((vector, index) => [nameOf(vector.env), index, vector] as const))(
    'reads the settings %j',
    (_name, index, { env, expected, recommended }) => {
      const { problems, ...settings } = planFirstSettings(env);
      expect(settings).toEqual(wanted('planFirstEnv', index, expected));
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      if (recommended !== undefined) expect(problems).toHaveLength(1);
    },
  );

  it('follows every recommendation: a vector that has one is in the table of differences', () => {
    const cases = new Set<string>(gateDifferences.map((difference) => difference.case));
    const recommended = vectors.complexity.flatMap((vector, index) =>
      vector.recommended === undefined ? [] : [`complexity[${index}]`],
    );
    expect(recommended.filter((name) => !cases.has(name))).toEqual([]);
  });

  it('lists no difference that is none, and none for a case that does not exist', () => {
    const theirs = new Map<string, unknown>([
      ...vectors.complexity.map(({ exact }, index) => [`complexity[${index}]`, exact] as const),
      ...vectors.planFirstEnv.map(({ expected }, index) => [`planFirstEnv[${index}]`, expected] as const),
    ]);
    for (const difference of gateDifferences) {
      expect(theirs.get(difference.case)).toEqual(difference.theirs);
      expect(difference.ours).not.toEqual(difference.theirs);
    }
  });
});
