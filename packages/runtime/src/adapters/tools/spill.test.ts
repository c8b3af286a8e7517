import { describe, expect, it } from 'vitest';
import { createToolbox } from '../../toolbox.js';
import { aProject } from '../../testing/temporary-project.js';
import { createNodeWorkspaceReader } from '../node-workspace-reader.js';
import { createReadTools } from '../read-tools.js';
import { createShellTool } from './shell-tool.js';
import { createSpill } from './spill.js';
import { planning } from './testing/a-gated-workspace.js';

describe('large output', () => {
  it('goes to a file that the read tool shows by lines', async () => {
    const root = await aProject({
      'big.txt': Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join(''),
    });
    const { spill, reader } = createSpill(`${await aProject()}/outputs`);
    const tools = createToolbox({
      tools: [
        ...createReadTools(createNodeWorkspaceReader(root), { outputs: reader }),
        createShellTool({ root, environment: process.env }),
      ],
      policy: planning,
      onNotice: () => undefined,
      spill,
    });
    const { signal } = new AbortController();
    const { ok, text } = await tools.call({ id: '1', name: 'shell', args: { command: 'cat big.txt' } }, signal);
    expect(ok).toBe(true);
    expect(text).toMatch(/^exit code 0\nline 0\n/);
    expect(text).toMatch(/line 19999$/);
    expect(text.length).toBeLessThan(20_000);
    const path = /all of it is in (\S+),/.exec(text)?.[1];
    expect(path).toMatch(/^output:shell-/);
    const read = { id: '2', name: 'read', args: { path, from: 10_000, to: 10_001 } };
    expect((await tools.call(read, signal)).text).toContain('10000 | line 9998\n10001 | line 9999');
  });

  it('cannot be used to read anything else', async () => {
    const { reader } = createSpill(await aProject());
    const [read] = createReadTools(createNodeWorkspaceReader(await aProject()), { outputs: reader });
    expect(await read?.facts({ path: 'output:../x' })).toMatchObject({ class: 'external' });
    expect(await read?.facts({ path: 'output:/etc/hostname' })).toMatchObject({ class: 'external' });
  });
});
