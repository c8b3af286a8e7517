import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aProject } from '../testing/temporary-project.js';
import { loadScript } from './load-script.js';

async function scriptOf(text: string): Promise<unknown> {
  return loadScript(join(await aProject({ 'script.yaml': text }), 'script.yaml'));
}

describe('loadScript', () => {
  it('reads YAML', async () => {
    expect(await scriptOf('replies:\n  - when: { label: E1 }\n    text: hello\notherwise: { text: else }\n')).toEqual({
      replies: [{ when: { label: 'E1' }, text: 'hello' }],
      otherwise: { text: 'else' },
    });
  });

  it('reads JSON', async () => {
    expect(await scriptOf('{"replies":[{"tools":[{"name":"read"}]}]}')).toEqual({
      replies: [{ when: {}, tools: [{ name: 'read', args: {} }] }],
    });
  });

  it('names the file and the field that is wrong', async () => {
    await expect(scriptOf('replies:\n  - text: a\n  - when: { attempt: often }\n')).rejects.toThrow(
      /script\.yaml is not a script: replies\[1\]\.when\.attempt: /,
    );
  });

  it('does not pass over a field it does not know', async () => {
    await expect(scriptOf('replies:\n  - txt: a\n')).rejects.toMatchObject({
      code: 'settings-invalid',
      message: expect.stringContaining('txt') as string,
    });
  });

  it('says so when the file is neither, empty or not there', async () => {
    await expect(scriptOf('{ "replies": [')).rejects.toMatchObject({ code: 'settings-invalid' });
    await expect(scriptOf('')).rejects.toThrow('the whole text: ');
    await expect(loadScript('/nowhere/script.yaml')).rejects.toMatchObject({
      code: 'file-unreadable',
      message: 'the script /nowhere/script.yaml cannot be read',
    });
  });
});
