import { errorInfo, type StepOutcome } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from './ports/model.js';
import type { Tools } from './ports/tools.js';
import { anOrder } from './testing/an-order.js';
import { writeDocuments } from './write-documents.js';

type Turn = { readonly message: string; readonly tools: Tools };
type Play = (turn: Turn) => StepOutcome | Promise<StepOutcome>;

/** Tools that keep files in memory. */
function someTools(names: readonly string[]): { readonly tools: Tools; readonly files: Map<string, string> } {
  const files = new Map<string, string>();
  const specs = names.map((name) => ({ name, description: '', parameters: {} }));
  const call = ({ name, args }: ToolCall): ReturnType<Tools['call']> => {
    if (name === 'write') files.set(String(args['path']), String(args['content']));
    return Promise.resolve({ ok: name !== 'patch', text: name });
  };
  return { files, tools: { specs, class: names.includes('write') ? 'writes' : 'reads', call } };
}

const { signal } = new AbortController();
const write = (tools: Tools, path: string, name = 'write'): ReturnType<Tools['call']> =>
  tools.call({ id: '1', name, args: { path, content: 'text' } }, signal);

const documents = [
  { path: 'docs/a.md', title: 'A', brief: 'For users.' },
  { path: 'docs/b.md', title: 'B', brief: 'For authors.' },
];
const outlined: Play = () => ({ type: 'done', answer: JSON.stringify({ documents }), usage: { outputTokens: 1 } });
const done = (answer: string): StepOutcome => ({
  type: 'done',
  answer,
  usage: { outputTokens: 10 },
  transcript: answer,
});
const writes: Play = async ({ message, tools }) => {
  await write(tools, /Its path: (.*)/.exec(message)![1]!);
  return done('holds it all');
};

async function play(
  plays: readonly Play[],
  names: readonly string[] = ['read', 'write', 'patch', 'mcp__web__get'],
): Promise<{ readonly outcome: StepOutcome; readonly turns: readonly Turn[]; readonly files: readonly string[] }> {
  const { tools, files } = someTools(names);
  const turns: Turn[] = [];
  const outcome = await writeDocuments({
    order: anOrder({ agent: 'writer', title: 'Write the docs', task: 'Document the flags.' }),
    tools,
    runTurn: async (turn) => plays[turns.push(turn) - 1]!(turn),
  });
  return { outcome, turns, files: [...files.keys()] };
}

describe('writeDocuments', () => {
  it('outlines, then writes each document in a conversation that knows its own brief alone', async () => {
    const { outcome, turns, files } = await play([outlined, writes, writes]);
    expect(files).toEqual(['docs/a.md', 'docs/b.md']);
    expect(turns[0]?.message).toContain('Document the flags.');
    expect(turns[1]?.message).toContain('For users.');
    for (const other of ['For authors.', 'docs/b.md', 'Document the flags.'])
      expect(turns[1]?.message).not.toContain(other);
    expect(outcome).toMatchObject({
      type: 'done',
      answer: '2 of 2 documents were written.\n- docs/a.md (A): holds it all\n- docs/b.md (B): holds it all',
      usage: { outputTokens: 21 },
      transcript: 'holds it all\n\nholds it all',
    });
  });

  it('gives the outline only tools that are known to read', async () => {
    const { turns } = await play([outlined, writes, writes]);
    expect(turns[0]?.tools).toMatchObject({ class: 'reads', specs: [{ name: 'read' }] });
  });

  it('lets no document’s writer write another document', async () => {
    const { outcome, files } = await play([
      outlined,
      async ({ tools }) => {
        const refusal = { ok: false, text: expect.stringContaining('only docs/a.md is yours') as unknown };
        const diff = '--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1 +1 @@\n-x\n+y\n--- /dev/null\n+++ b/docs/b.md\n';
        expect(await write(tools, 'docs/b.md')).toMatchObject(refusal);
        for (const args of [
          { diff },
          { edits: [{ path: 'docs/b.md', find: 'x', replace: 'y' }] },
          { patch: 'docs/a.md' },
        ])
          expect(await tools.call({ id: '1', name: 'patch', args }, signal)).toMatchObject(refusal);
        const edits = [{ path: 'docs/a.md', find: 'x', replace: 'y' }];
        expect(await tools.call({ id: '1', name: 'patch', args: { edits } }, signal)).toMatchObject({ text: 'patch' });
        await write(tools, './docs/a.md');
        return done('ok');
      },
      writes,
    ]);
    expect(outcome.type).toBe('done');
    expect(files).toEqual(['./docs/a.md', 'docs/b.md']);
  });

  it('does not believe a document that no tool wrote', async () => {
    const { outcome } = await play([
      outlined,
      () => done('I wrote it!'),
      async ({ tools }) => {
        await write(tools, 'docs/b.md', 'patch');
        return done('patched');
      },
    ]);
    expect(outcome).toMatchObject({
      type: 'failed',
      error: {
        code: 'agent-failed',
        message: expect.stringMatching(
          /^0 of 2 documents were written; missing are docs\/a\.md: .*nothing wrote/,
        ) as unknown,
      },
    });
  });

  it('goes on after a document that failed, and names it', async () => {
    const broken = (): StepOutcome => ({ type: 'failed', error: errorInfo('agent-failed', 'no facts') });
    const { outcome, files } = await play([outlined, broken, writes]);
    expect(files).toEqual(['docs/b.md']);
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { message: '1 of 2 documents were written; missing are docs/a.md: no facts' },
      usage: { outputTokens: 11 },
    });
  });

  it('waits for a person as soon as one of its documents does', async () => {
    const asked = { tool: 'shell', commands: ['make docs'], files: [], reason: 'not approved' };
    const { outcome, turns } = await play([outlined, () => ({ type: 'asks', asked, usage: { outputTokens: 2 } })]);
    expect(turns).toHaveLength(2);
    expect(outcome).toEqual({ type: 'asks', asked, usage: { outputTokens: 3 } });
  });

  it('hands the texts back where nothing can be written', async () => {
    const { outcome, turns } = await play([outlined, () => done('# A'), () => done('# B')], ['read']);
    expect(turns[1]?.message).toContain('You cannot write files');
    expect(outcome).toMatchObject({
      type: 'done',
      answer:
        '2 of 2 documents are ready.\n\ndocs/a.md (not written to a file):\n\n# A\n\ndocs/b.md (not written to a file):\n\n# B',
    });
  });

  it('asks again for an outline that cannot be used, with its problems, and gives up after three', async () => {
    const twice = { documents: [documents[0], documents[0]] };
    const prose = (): StepOutcome => done('I would write two documents.');
    const { turns, outcome } = await play([prose, () => done(JSON.stringify(twice)), prose]);
    expect(turns[1]?.message).toContain('the answer has no JSON object');
    expect(turns[2]?.message).toContain('each document has a path of its own');
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'model-reply-unreadable' },
      usage: { outputTokens: 30 },
    });
  });

  it('fails as the outline failed', async () => {
    const error = errorInfo('step-incomplete', 'out of turns');
    const { outcome } = await play([() => ({ type: 'failed', error, next: 'retry' })]);
    expect(outcome).toEqual({ type: 'failed', error, next: 'retry' });
  });
});
