import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { createTrustFile, type RepositoryFile, type Trust } from './trust-file.js';

const mcp: RepositoryFile = { root: '/work/app', path: '.mcp.json', text: '{"mcpServers":{}}' };
const at = '2026-01-01T00:00:00.000Z';

async function aTrust(): Promise<{ readonly trust: Trust; readonly file: string }> {
  const file = join(await aProject(), 'planwright', 'trust.json');
  return { trust: createTrustFile(file), file };
}

describe('what a person trusts', () => {
  it('is nothing at first', async () => {
    const { trust } = await aTrust();
    expect(trust.isTrusted(mcp)).toBe(false);
  });

  it('is the file as it was, in its own project, and no other', async () => {
    const { trust } = await aTrust();
    trust.add([mcp], at);
    expect(trust.isTrusted(mcp)).toBe(true);
    expect(trust.isTrusted({ ...mcp, text: '{"mcpServers":{"a":{"command":"sh"}}}' })).toBe(false);
    expect(trust.isTrusted({ ...mcp, root: '/work/other' })).toBe(false);
    expect(trust.isTrusted({ ...mcp, path: 'planwright.yaml' })).toBe(false);
  });

  it('is known to the next process', async () => {
    const { trust, file } = await aTrust();
    trust.add([mcp], at);
    expect(createTrustFile(file).list()).toMatchObject([{ root: '/work/app', path: '.mcp.json', at }]);
  });

  it('is replaced when the changed file is trusted', async () => {
    const { trust } = await aTrust();
    trust.add([mcp], at);
    trust.add([{ ...mcp, text: 'new' }], at);
    expect(trust.list()).toHaveLength(1);
    expect(trust.isTrusted(mcp)).toBe(false);
  });

  it('is forgotten for one project at a time', async () => {
    const { trust } = await aTrust();
    trust.add([mcp, { ...mcp, root: '/work/other' }], at);
    expect(trust.forget('/work/app')).toHaveLength(1);
    expect(trust.list()).toMatchObject([{ root: '/work/other' }]);
  });

  it('is nothing when the file is damaged, and can be told anew', async () => {
    const { trust, file } = await aTrust();
    trust.add([mcp], at);
    await writeFile(file, '{"trusted": [');
    expect(trust.isTrusted(mcp)).toBe(false);
    trust.add([mcp], at);
    expect(await readFile(file, 'utf8')).not.toContain('mcpServers');
    expect(trust.isTrusted(mcp)).toBe(true);
  });
});
