import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../plan/step.js';
import { looksLikeMarkdownTasks, type ParsedMarkdownTasks, readMarkdownTasks } from './markdown-tasks.js';

function read(text: string): Extract<ParsedMarkdownTasks, { readonly ok: true }> {
  const parsed = readMarkdownTasks(text);
  if (!parsed.ok) throw new Error(parsed.problems.map(({ message }) => message).join('\n'));
  return parsed;
}

/** The one task of a text with these lines below its heading. */
const taskOf = (...lines: readonly string[]): Step =>
  read(['### TASK-001: Add it', '**Description**: do it', ...lines].join('\n')).plan.steps[0]!;

const unreadOf = (...lines: readonly string[]): readonly string[] =>
  read(['### TASK-001: Add it', '**Description**: do it', ...lines].join('\n')).unread.map(
    ({ task, field, line, text }) => `${task ?? 'plan'} ${field} ${line}: ${text}`,
  );

const whole = `Here is the plan.

## Summary
Limits for callers of the API.

## Approach
A token bucket for each key.

## Complexity: High

## Task Breakdown
### TASK-001: Add a limiter
**Scope**: src/api
**Action**: Add
**Description**: One caller must not exhaust the service.
**Files**:
- **src/api/limiter.ts**: create / TokenBucket → new class with take(key)
- **src/api/router.ts**: modify / createRouter -> put it before auth
**Implementation**:
1. Write the bucket with a clock that is passed in
2. Write 6 cases
   - refill
   - overflow
**Reference**:
- Pattern: middleware factory
- Files: src/api/auth.ts, src/api/log.ts
- Examples: see createAuth
**Convergence Criteria**:
- the 61st request in 60 s gets 429
- 6 cases, 0 failures
**Depends On**: []
**Rationale**:
- Chosen Approach: bursts are allowed
- Alternatives Considered: fixed window, sliding log
- Decision Factors: memory, simplicity
- Tradeoffs: one entry for each key
  and a timer
**Verification**:
- Unit Tests: refills, overflows
- Integration Tests: None
- Manual Checks: open the page, send 61 requests; look at the header
- Success Metrics: p95 < 1 ms
**Risks**:
- Risk: memory grows | Probability: M | Impact: High | Mitigation: drop idle keys | Fallback: restart
**Code Skeleton**:
- Interfaces: Limiter: { take(key: string): boolean } - what routes see
- Functions: createLimiter(clock: Clock) - makes one - returns Limiter
- Classes: TokenBucket - counts - methods: take(), refill(at, by)

#### T2 - Use it
**Description**: Put it into the router.
**Depends On**: T1

## Data Flow
**Diagram**: request → limiter → router
**Stages**:
- Stage check: Input=request → Output=verdict | Component=limiter | Transforms=count, compare
**Dependencies**: none

## Design Decisions
- Decision: in process | Rationale: one instance | Tradeoff: not shared

## Time Estimate
**Total**: 2 hours
`;

describe('a plan in markdown, as the planning agent is asked to write it', () => {
  const { plan, unread, notes } = read(whole);
  const [first, second] = plan.steps;

  it('is read whole', () => {
    expect(unread).toEqual([]);
    expect(notes).toEqual(['2 of 2 tasks name no agent; they were read as work for "coder"']);
  });

  it('says what it is about', () => {
    expect(plan).toMatchObject({
      goal: 'Limits for callers of the API.',
      approach: 'A token bucket for each key.',
      complexity: 'high',
      estimatedTime: '2 hours',
      designDecisions: [{ decision: 'in process', rationale: 'one instance', tradeoff: 'not shared' }],
      dataFlow: {
        diagram: 'request → limiter → router',
        stages: [
          {
            stage: 'check',
            input: 'request',
            output: 'verdict',
            component: 'limiter',
            transformations: ['count', 'compare'],
          },
        ],
        dependencies: [],
      },
    });
  });

  it('has each task with its fields, and none of the next one’s', () => {
    expect(first).toMatchObject({
      alias: 'TASK-001',
      title: 'Add a limiter',
      scope: 'src/api',
      action: 'Add',
      files: [
        { path: 'src/api/limiter.ts', action: 'create', target: 'TokenBucket', change: 'new class with take(key)' },
        { path: 'src/api/router.ts', action: 'modify', target: 'createRouter', change: 'put it before auth' },
      ],
      implementation: ['Write the bucket with a clock that is passed in', 'Write 6 cases (refill; overflow)'],
      reference: {
        pattern: 'middleware factory',
        files: ['src/api/auth.ts', 'src/api/log.ts'],
        examples: 'see createAuth',
      },
      criteria: ['the 61st request in 60 s gets 429', '6 cases, 0 failures'],
    });
  });

  it('has what medium and high plans say of a task', () => {
    expect(first).toMatchObject({
      rationale: {
        chosen_approach: 'bursts are allowed',
        alternatives_considered: ['fixed window', 'sliding log'],
        decision_factors: ['memory', 'simplicity'],
        tradeoffs: 'one entry for each key and a timer',
      },
      test: {
        unit: ['refills', 'overflows'],
        integration: [],
        manual_checks: ['open the page, send 61 requests', 'look at the header'],
        success_metrics: ['p95 < 1 ms'],
      },
      risks: [
        {
          description: 'memory grows',
          probability: 'Medium',
          impact: 'High',
          mitigation: 'drop idle keys',
          fallback: 'restart',
        },
      ],
      codeSkeleton: {
        interfaces: [{ name: 'Limiter', definition: '{ take(key: string): boolean }', purpose: 'what routes see' }],
        key_functions: [{ signature: 'createLimiter(clock: Clock)', purpose: 'makes one', returns: 'Limiter' }],
        classes: [{ name: 'TokenBucket', purpose: 'counts', methods: ['take()', 'refill(at, by)'] }],
      },
    });
  });

  it('takes T2 for TASK-002 and T1 for TASK-001', () => {
    expect(second).toMatchObject({ alias: 'TASK-002', title: 'Use it', dependsOn: ['E1'] });
  });
});

describe('headings', () => {
  it.each([
    ['# TASK-001: Add it', 'TASK-001'],
    ['###### TASK-001 Add it', 'TASK-001'],
    ['### Task 1: Add it', 'TASK-001'],
    ['## T1. Add it', 'TASK-001'],
    ['### T-1 — Add it', 'TASK-001'],
    ['### `FIX-001`: Add it', 'FIX-001'],
    ['**TASK-001: Add it**', 'TASK-001'],
    ['### **IMPL-2**: Add it', 'IMPL-002'],
  ])('of a task may be %j', (heading, alias) => {
    expect(looksLikeMarkdownTasks(heading)).toBe(true);
    expect(read(`${heading}\n**Description**: do it`).plan.steps[0]).toMatchObject({ alias, title: 'Add it' });
  });

  it('may name the fields of a task', () => {
    const step = taskOf(
      '#### Convergence Criteria',
      '- exits with 0',
      '#### Depends On',
      'None',
      '## Notes',
      '- Files: x',
    );
    expect(step).toMatchObject({ criteria: ['exits with 0'], dependsOn: [], files: [] });
  });

  it('in a fence are text', () => {
    expect(taskOf('```md', '### TASK-002: no task', '```').task).toContain('### TASK-002: no task');
  });

  it('may stand in a fence around the whole reply, behind what the model thought', () => {
    const text = '<think>\n### TASK-009: no\n</think>\n```markdown\n### TASK-001: Add it\n**Description**: do it\n```';
    expect(read(text).plan.steps).toHaveLength(1);
    expect(read('```markdown\n### TASK-001: Add it\n**Description**: do it\n```\n').plan.steps).toHaveLength(1);
  });
});

describe('lists', () => {
  it('may stand on the label’s line', () => {
    expect(
      taskOf(
        '**Files**: - **src/a.ts**: modify / run → call it',
        '**Implementation**: 1. look 2. change',
        '**Reference**: - Pattern: factory - Files: src/b.ts - Examples: see b',
        '**Convergence Criteria**: - exits with 0',
      ),
    ).toMatchObject({
      files: [{ path: 'src/a.ts', action: 'modify', target: 'run', change: 'call it' }],
      implementation: ['look', 'change'],
      reference: { pattern: 'factory', files: ['src/b.ts'], examples: 'see b' },
      criteria: ['exits with 0'],
    });
  });

  it('may begin on the label’s line and go on below it', () => {
    expect(taskOf('**Implementation**: 1. look', '2. change', '3. run').implementation).toEqual([
      'look',
      'change',
      'run',
    ]);
  });

  it.each([['[]'], ['None'], ['none.'], ['N/A'], ['-'], ['']])('of dependencies may be %j', (text) => {
    expect(unreadOf(`**Depends On**: ${text}`)).toEqual([]);
    expect(taskOf(`**Depends On**: ${text}`).dependsOn).toEqual([]);
  });

  it('of dependencies may have brackets, reasons and either spelling', () => {
    const text = ['TASK-001', 'T2', 'T3'].map((id) => `### ${id}: x\n**Description**: y`).join('\n');
    expect(read(`${text}\n**Depends On**: [T1, TASK-002 (its types)]`).plan.steps[2]!.dependsOn).toEqual(['E1', 'E2']);
  });

  it.each([
    ['`src/a.ts`', { path: 'src/a.ts' }],
    ['src/a.ts (new)', { path: 'src/a.ts', action: 'create' }],
    ['src/a.ts: make it faster', { path: 'src/a.ts', change: 'make it faster' }],
    ['[src/a.ts]: [run] - call it', { path: 'src/a.ts', action: 'modify', target: 'run', change: 'call it' }],
    ['**Makefile**: delete', { path: 'Makefile', action: 'delete' }],
  ])('of files may have %j', (text, file) => {
    expect(taskOf('**Files**:', `- ${text}`).files).toEqual([file]);
  });
});

describe('fields that belong together', () => {
  it('may stand below one another', () => {
    const text = '## Design Decisions\n- Decision: in process\n  - Rationale: one instance\n# T1 x\n**Description**: y';
    expect(read(text).plan.designDecisions).toEqual([{ decision: 'in process', rationale: 'one instance' }]);
  });

  it('are not replaced by a label of the same name', () => {
    expect(taskOf('**Title**: other', '**Id**: 7')).toMatchObject({ alias: 'TASK-001', title: 'Add it' });
  });
});

describe('risks', () => {
  it.each([
    ['L', 'Low'],
    ['medium', 'Medium'],
    ['High', 'High'],
  ])('may be %s', (written, level) => {
    const line = `- Risk: x | Probability: ${written} | Impact: ${written} | Mitigation: y`;
    expect(taskOf('**Risks**:', line).risks).toEqual([
      { description: 'x', probability: level, impact: level, mitigation: 'y' },
    ]);
  });
});

describe('a fix', () => {
  it('has its cause, strategy, severity and risk', () => {
    const text =
      '## Root Cause\na race\n## Strategy: Immediate Patch\n## Severity\nCritical\n## Risk Level: Low\n### FIX-1 Guard it\n**Description**: x';
    expect(read(text).plan).toMatchObject({
      kind: 'fix',
      fix: { rootCause: 'a race', strategy: 'immediate_patch', severity: 'Critical', risk: 'low' },
      steps: [{ alias: 'FIX-001', title: 'Guard it' }],
    });
  });
});

describe('verification', () => {
  it('may be the command itself', () => {
    expect(taskOf('**Convergence Criteria**: - x', '**Verification**: `npm test`')).toMatchObject({
      criteria: ['x'],
      verify: ['npm test'],
    });
  });
});

describe('what cannot be read', () => {
  it('is listed with its task, field and line, and nothing takes its place', () => {
    expect(
      unreadOf(
        '**Action**: Ponder',
        '**Files**:',
        '- all of them',
        '**Depends On**: the other one',
        '**Risks**:',
        '- it may rain',
        '**Owner**: ann',
        '**Verification**: look at it',
        '## Complexity: Huge',
        '## Notes',
        'later',
      ),
    ).toEqual([
      'plan Complexity 11: Huge',
      'plan Notes 12: later',
      'TASK-001 Action 3: Ponder',
      'TASK-001 Files 4: all of them',
      'TASK-001 Depends On 6: the other one',
      'TASK-001 Risks 7: it may rain',
      'TASK-001 Owner 9: ann',
      'TASK-001 Verification 10: look at it',
    ]);
    expect(taskOf('**Files**: - all of them', '**Owner**: ann')).toMatchObject({ files: [], extra: { owner: 'ann' } });
  });

  it('is a text without tasks, one that is too long, and an id used twice', () => {
    const refused = (text: string) => {
      const parsed = readMarkdownTasks(text);
      return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
    };
    expect(refused('## Summary\nnothing')).toEqual([
      'the text has no task: expected headings like "### TASK-001: title"',
    ]);
    expect(refused('x'.repeat(1_000_001))[0]).toContain('at most 1000000 are read');
    expect(refused('# T1 a\nx\n# TASK-001 b\ny')).toEqual(['line 3: two tasks have the id "TASK-001"']);
    expect(refused('# T1 a\n**Depends On**: T1')).toEqual(
      expect.arrayContaining(['line 1: step "TASK-001" has no "description"', 'line 1: step "TASK-001" needs itself']),
    );
    expect(looksLikeMarkdownTasks('## Test 1\nTask Breakdown')).toBe(false);
  });

  it('never makes it throw, or slow', () => {
    const piece = fc.constantFrom(
      '# T1 x',
      '**Files**:',
      '- ',
      '**a**',
      ' | ',
      'Risk: ',
      '```',
      '\n',
      ':',
      '→',
      'x',
      '1. ',
      ' ',
      '##',
      '**Risks**:',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        readMarkdownTasks(pieces.join(''));
      }),
      { numRuns: 300 },
    );
    readMarkdownTasks(`# T1 x\n**Files**:\n- a\n${'b\n'.repeat(400_000)}`);
    readMarkdownTasks(`# T1 x\n**Reference**:\n- Pattern: a\n${'- b\n'.repeat(200_000)}`);
    for (const unit of ['# ', '** ', '- ', ' ', '| a: ', '`', '1. ']) {
      for (const start of ['# a', '**', '**Risks**: - ', '- Risk: ', '- Functions: ', '']) {
        const line = `${start}${unit.repeat(1_500 / unit.length)}x`;
        readMarkdownTasks(`# T1 x\n${Array.from({ length: 300 }, () => line).join('\n')}`);
      }
    }
  });
});
