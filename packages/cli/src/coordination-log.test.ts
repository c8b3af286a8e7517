import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder } from './testing/program-in.js';

/** Two agents without a model have chosen a plan, which waits to be approved. */
async function aDraft() {
  const { root, planwright } = createTestFolder({ 'README.md': '# A project\n' });
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const { stdout } = await planwright(['Add a --json flag to the README', '--agents', '2', '--json']);
  const { run } = JSON.parse(stdout) as { readonly run: string };
  return { run, planwright, logs: join(root, '.planwright', 'logs', run) };
}

describe('the status document of a coordination', () => {
  it('is true also after somebody told the run something from elsewhere', async () => {
    const { run, planwright, logs } = await aDraft();
    const status = (): unknown => JSON.parse(readFileSync(join(logs, 'status.json'), 'utf8'));
    expect(status()).toMatchObject({ phase: 'approve', state: 'draft' });
    expect(await planwright(['cancel', run])).toMatchObject({ exit: 0 });
    expect(status()).toMatchObject({ phase: 'ended', state: 'cancelled' });
  });

  it('is not begun by somebody who does not know whether it is wanted', async () => {
    const { run, planwright, logs } = await aDraft();
    rmSync(logs, { recursive: true });
    expect(await planwright(['cancel', run])).toMatchObject({ exit: 0 });
    expect(existsSync(logs)).toBe(false);
  });
});
