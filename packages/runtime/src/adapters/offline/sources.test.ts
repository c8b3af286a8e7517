import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { readTexts, type Sources, sourcesOf } from './sources.js';

const options = { signal: new AbortController().signal };

async function sourceAt(sources: Sources, path: string) {
  const { files } = await sources.list(options);
  return sources.source(
    files.find((file) => file.path === path)!,
    options,
  );
}

describe('sources', () => {
  it('take a file apart once, and anew when it has changed', async () => {
    const root = await aProject({ 'a.ts': 'export const one = 1;\n' });
    const sources = sourcesOf(createNodeWorkspaceReader(root));
    const first = await sourceAt(sources, 'a.ts');
    expect(first?.code?.symbols[0]?.name).toBe('one');
    expect(await sourceAt(sources, 'a.ts')).toBe(first);
    await writeFile(join(root, 'a.ts'), 'export const another = 2;\n');
    expect((await sourceAt(sources, 'a.ts'))?.code?.symbols[0]?.name).toBe('another');
  });

  it('are made once of one reader, so that planner and agents share what they read', async () => {
    const root = await aProject();
    const reader = createNodeWorkspaceReader(root);
    expect(sourcesOf(reader)).toBe(sourcesOf(reader));
    expect(sourcesOf(createNodeWorkspaceReader(root))).not.toBe(sourcesOf(reader));
  });

  it('outline by the look of the lines what no grammar reads', async () => {
    const sources = sourcesOf(createNodeWorkspaceReader(await aProject({ 'a.md': '# Title\n\ntext\n' })));
    expect(await sourceAt(sources, 'a.md')).toMatchObject({ code: undefined, outline: [{ name: 'Title', line: 1 }] });
  });

  it('leave out what cannot be read as text', async () => {
    const sources = sourcesOf(createNodeWorkspaceReader(await aProject({ 'a.ts': 'x', 'b.ts': '\0binary' })));
    const { files } = await sources.list(options);
    expect([...(await readTexts(sources, files, options)).keys()]).toEqual(['a.ts']);
  });

  it('stop when they are told to', async () => {
    const sources = sourcesOf(createNodeWorkspaceReader(await aProject({ 'a.ts': 'x' })));
    const { files } = await sources.list(options);
    await expect(sources.source(files[0]!, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
