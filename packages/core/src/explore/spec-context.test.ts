import { describe, expect, it } from 'vitest';
import { readProjectSpec } from './project-specs.js';
import { readSpecContext } from './spec-context.js';

const requirements = `# Requirements
| ID | Title | Priority |
| --- | --- | --- |
| [REQ-001](REQ-001-limit.md) | Limit requests per key | Must |
| REQ-002 | Say when to try again | Should |
- **NFR-P-001**: answers within 50 ms
See REQ-001 for more, and REQ-099 never.

## Constraints
- No Redis in this deployment
1. Node 20 only

## Other
- not a constraint
`;
const architecture = `## ADR-001: Middleware before auth
### Restrições
- nada de novas dependências
- [ADR-002](adr-2.md) - Keep counters in memory
`;
const epics = `| Epic | Title |
| EPIC-001 | Throttling |
| EPIC-002 | Messages |
| STORY-001-001 | Count requests |
| STORY-002-001 | Tell the wait |
- STORY-009 Without an epic of its own
`;

describe('readSpecContext', () => {
  it('reads requirements, decisions, epics with their stories, and constraints', () => {
    const context = readSpecContext('Add limits', { requirements, architecture, epics });
    expect(context.requirements).toEqual([
      { id: 'REQ-001', title: 'Limit requests per key' },
      { id: 'REQ-002', title: 'Say when to try again' },
      { id: 'NFR-P-001', title: 'answers within 50 ms' },
    ]);
    expect(context.decisions).toEqual([
      { id: 'ADR-001', title: 'Middleware before auth' },
      { id: 'ADR-002', title: 'Keep counters in memory' },
    ]);
    expect(context.epics).toEqual([
      { id: 'EPIC-001', title: 'Throttling', stories: [{ id: 'STORY-001-001', title: 'Count requests' }] },
      {
        id: 'EPIC-002',
        title: 'Messages',
        stories: [
          { id: 'STORY-002-001', title: 'Tell the wait' },
          { id: 'STORY-009', title: 'Without an epic of its own' },
        ],
      },
    ]);
    expect(context.constraints).toEqual([
      { text: 'No Redis in this deployment', from: 'spec/requirements/_index.md' },
      { text: 'Node 20 only', from: 'spec/requirements/_index.md' },
      { text: 'nada de novas dependências', from: 'spec/architecture/_index.md' },
      { text: 'ADR-002 - Keep counters in memory', from: 'spec/architecture/_index.md' },
    ]);
    expect(context).toMatchObject({ isImplOnly: false, notes: [] });
  });

  it('says so where nothing was specified', () => {
    expect(readSpecContext('Add limits', {})).toMatchObject({
      isImplOnly: true,
      requirements: [],
      notes: [],
    });
  });

  it('reads constraints of the configuration, and notes one that is broken', () => {
    const config = JSON.stringify({ constraints: ['No cloud'], seed_analysis: { constraints: 'Only HTTP' } });
    expect(readSpecContext('x', { requirements: '', config }).constraints.map(({ text }) => text)).toEqual([
      'No cloud',
      'Only HTTP',
    ]);
    expect(readSpecContext('x', { requirements: '', config: '{"half' }).notes).toEqual([
      'spec-config.json is no JSON object and is not used',
    ]);
  });

  it('takes the specs that concern the task, the most important first, and their rules as constraints', () => {
    const spec = (path: string, front: Readonly<Record<string, unknown>>, body: string) =>
      readProjectSpec(path, front, body).spec;
    const specs = [
      spec('specs/b.md', { keywords: ['rate limit'], priority: 'high' }, '- Limits must be per key\n- Nice to know'),
      spec('specs/a.md', { always: true }, '1. Never log a key'),
      spec('specs/c.md', { keywords: 'colour, theme' }, '- Always blue'),
    ];
    const context = readSpecContext('Limit the rate of requests', { specs });
    expect(context.specs.map(({ path }) => path)).toEqual(['specs/b.md', 'specs/a.md']);
    expect(context.constraints).toEqual([
      { text: 'Limits must be per key', from: 'specs/b.md' },
      { text: 'Never log a key', from: 'specs/a.md' },
    ]);
  });
});

describe('readProjectSpec', () => {
  it('tells each wrong field, and takes the rest', () => {
    const front = { title: 'Keys', always: 'yes', priority: 'urgent', keywords: [''], category: null };
    const { spec, problems } = readProjectSpec('specs/k.md', front, 'text');
    expect(spec).toMatchObject({ title: 'Keys', always: false, priority: 'medium', keywords: [], category: 'general' });
    expect(problems).toEqual([
      'specs/k.md: keywords: expected a list of words, or words with commas between, found [""]',
      'specs/k.md: always: expected true or false, found "yes"',
      'specs/k.md: priority: expected critical, high, medium, low, found "urgent"',
    ]);
  });

  it('is called like its file without a title', () => {
    expect(readProjectSpec('specs/keys.md', {}, '').spec.title).toBe('keys');
  });
});
