import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

/** A line that only a working example prints. */
const proof: Readonly<Record<string, string>> = {
  '01-minimal.ts': '  it holds',
  '02-supervise.ts': '  did: write the tests',
  '03-survive.ts': '  second by second',
};

describe('the examples', () => {
  const examples = readdirSync('examples').filter((file) => file.endsWith('.ts'));

  it('are all known here', () => {
    expect(examples).toEqual(Object.keys(proof));
  });

  it.each(examples)('%s runs and does what it says', async (file) => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '-C', 'source', `examples/${file}`]);
    expect(stdout.split('\n')).toContain(proof[file]);
  });
});
