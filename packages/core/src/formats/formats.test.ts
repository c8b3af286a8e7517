import { describe, expect, it } from 'vitest';
import { aPlan, aStep } from '../testing/make-plan.js';
import { formats } from './formats.js';

const plan = aPlan(
  [
    aStep('E10', { title: 'Write "it" <b>', task: 'write #E2.summary', agent: 'coder', dependsOn: ['E1'] }),
    aStep('E2', { criteria: ['found'], extra: { why: 1 } }),
    aStep('E1'),
  ],
  { goal: 'Ship it', extra: { ticket: 7 } },
);

describe('formats', () => {
  it('has each form under its own name', () => {
    expect(Object.entries(formats).filter(([name, format]) => name !== format.name)).toEqual([]);
  });
});

describe('the native form', () => {
  it('says what it is first, leaves empty lists out and keeps unknown fields apart', () => {
    expect(formats.native.write(aPlan([aStep('E1', { extra: { why: 1 } })]), { id: 'plan-abcd', revision: 2 })).toBe(`{
  "planwright": 1,
  "id": "plan-abcd",
  "revision": 2,
  "goal": "a goal",
  "mode": "sequential",
  "advance": "auto",
  "venue": "main",
  "steps": [
    {
      "id": "${aStep('E1').id}",
      "label": "E1",
      "title": "do E1",
      "task": "do E1",
      "agent": "search",
      "extra": {
        "why": 1
      }
    }
  ]
}
`);
  });
});

describe('the rewoo form', () => {
  const written = (text: string) => JSON.parse(text) as Readonly<Record<string, unknown>>;

  it('has each step after all it needs, every edge in deps, and the true waves', () => {
    expect(written(formats.rewoo.write(plan))).toEqual({
      task_summary: 'Ship it',
      steps: [
        { id: 'E1', agent: 'search', task: 'do E1', deps: [] },
        { id: 'E2', agent: 'search', task: 'do E2', deps: [] },
        { id: 'E10', agent: 'coder', task: 'write #E2.summary', deps: ['E1', 'E2'] },
      ],
      parallel_groups: [['E1', 'E2'], ['E10']],
    });
  });

  it('has a wave for each step of a sequential plan, and says the mode where it could not be guessed', () => {
    const sequential = written(formats.rewoo.write({ ...plan, mode: 'sequential' }));
    expect(sequential).toMatchObject({ mode: 'sequential', parallel_groups: [['E2'], ['E1'], ['E10']] });
    expect(written(formats.rewoo.write(aPlan([aStep('E1')])))).not.toHaveProperty('mode');
  });
});

describe('the markdown form', () => {
  it('is a text a person can edit', () => {
    expect(formats.markdown.write(plan).replace(/^<!--.*?-->\n/s, '')).toBe(`
# Ship it

- mode: parallel
- advance: auto
- venue: main

\`\`\`json fields
{
  "extra": {
    "ticket": 7
  }
}
\`\`\`

## E10 · Write "it" <b> <!-- id: ${plan.steps[0]!.id} -->

- agent: coder
- depends on: E1

write #E2.summary

## E2 · do E2 <!-- id: ${plan.steps[1]!.id} -->

- agent: search
- criteria:
  - found

\`\`\`json fields
{
  "extra": {
    "why": 1
  }
}
\`\`\`

do E2

## E1 · do E1 <!-- id: ${plan.steps[2]!.id} -->

- agent: search

do E1
`);
  });

  it('fences a task that would be read as something else', () => {
    const text = formats.markdown.write(aPlan([aStep('E1', { task: 'use\n````\n## E2\n````' })]));
    expect(text).toContain('\n`````text\nuse\n````\n## E2\n````\n`````\n');
  });
});

describe('the mermaid form', () => {
  it('draws every edge and escapes what mermaid or a browser would read as its own', () => {
    expect(formats.mermaid.write(plan)).toBe(
      [
        'flowchart TD',
        '  E1["E1 · do E1<br/>search"]',
        '  E2["E2 · do E2<br/>search"]',
        '  E10["E10 · Write #34;it#34; #60;b#62;<br/>coder"]',
        '  E1 --> E10',
        '  E2 --> E10',
        '',
      ].join('\n'),
    );
  });

  it('draws the order of a sequential plan as dotted lines', () => {
    const lines = formats.mermaid.write({ ...plan, mode: 'sequential' }).split('\n');
    expect(lines.filter((line) => line.includes('.->'))).toEqual(['  E2 -.-> E1']);
    expect(lines.filter((line) => line.includes('-->'))).toEqual(['  E1 --> E10', '  E2 --> E10']);
  });

  it('lets no title break out of its box', () => {
    const text = formats.mermaid.write(aPlan([aStep('E1', { title: 'a"]\n  E9["b\u2028%% ; click E1 call x()' })]));
    expect(text.split('\n')).toHaveLength(3);
    expect(text.split('\n')[1]).toMatch(/^ {2}E1\["[^"[\]()]*"\]$/);
  });
});
