import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../../testing/temporary-project.js';
import { loadSpecContext } from './load-spec-context.js';

const signal = new AbortController().signal;
const load = (root: string, task = 'Limit the rate') =>
  loadSpecContext(task, { folder: root, specsFolder: join(root, '.planwright/specs') }, { signal });

describe('loadSpecContext', () => {
  it('loads the specification and the rules that concern the task', async () => {
    const root = await aProject({
      'spec/requirements/_index.md': '| REQ-001 | Limit requests |\n',
      'spec/architecture/_index.md': '- ADR-001: in memory\n',
      'spec/epics/_index.md': '- EPIC-001 Throttling\n- STORY-001-001 Count\n',
      'spec/spec-config.json': '{"constraints":["No Redis"]}',
      '.planwright/.gitignore': '*\n',
      '.planwright/specs/limits.md':
        '---\ntitle: Limits\nkeywords: [rate]\npriority: high\n---\n- Limits must be per key\n',
      '.planwright/specs/colours.md': '---\nkeywords: [colour]\n---\n- Always blue\n',
      '.planwright/specs/plain.md': '- No front matter must mean no keywords\n',
    });
    expect(await load(root)).toMatchObject({
      isImplOnly: false,
      requirements: [{ id: 'REQ-001', title: 'Limit requests' }],
      decisions: [{ id: 'ADR-001', title: 'in memory' }],
      epics: [{ id: 'EPIC-001', stories: [{ id: 'STORY-001-001' }] }],
      constraints: [
        { text: 'No Redis', from: 'spec-config.json' },
        { text: 'Limits must be per key', from: '.planwright/specs/limits.md' },
      ],
      notes: [],
    });
  });

  it('says that there is none where nothing is there', async () => {
    expect(await load(await aProject())).toMatchObject({ isImplOnly: true, specs: [], constraints: [] });
  });

  it('notes what cannot be read and takes the rest', async () => {
    const root = await aProject({
      'spec/requirements/_index.md': '- REQ-001 x\n',
      '.planwright/specs/broken.md': '---\ntitle: "half\n---\ntext\n',
      '.planwright/specs/list.md': '---\n- a\n---\ntext\n',
      '.planwright/specs/wrong.md': '---\nalways: perhaps\n---\ntext\n',
      '.planwright/specs/right.md': '---\nalways: true\n---\n- Never log a key\n',
    });
    const { notes, constraints } = await load(root);
    expect(constraints.map(({ text }) => text)).toEqual(['Never log a key']);
    expect(notes).toEqual([
      expect.stringMatching(/^\.planwright\/specs\/broken\.md is not used: its front matter cannot be read: /),
      '.planwright/specs/list.md is not used: its front matter should be fields as "key: value"',
      '.planwright/specs/wrong.md: always: expected true or false, found "perhaps"',
    ]);
  });

  it('follows no link out of the project', async () => {
    const outside = await aProject({
      'secret.md': '---\nalways: true\n---\n- must be told\n',
      '_index.md': '- REQ-666 x\n',
    });
    const root = await aProject({ 'spec/a.md': '' });
    await mkdir(join(root, '.planwright'));
    await symlink(outside, join(root, '.planwright/specs'));
    await symlink(outside, join(root, 'spec/requirements'));
    expect(await load(root)).toMatchObject({ isImplOnly: true, requirements: [], specs: [] });
  });
});
