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
  '04-own-model.ts': 'Looked up: the sky is blue',
  '05-own-tool.ts': '← it is late',
  '06-budget.ts': '1600 tokens spent, waits for: budget',
  '07-cassette.ts': 'replayed: It is 42.',
  '08-coordinate.ts': 'bob won: agent1.1 1, agent2.1 2, agent3.1 0',
  '09-explore.ts': 'looked at first: plan-hash.ts',
};

describe('the examples', () => {
  const examples = readdirSync('examples').filter((file) => file.endsWith('.ts'));

  it('are all known here', () => {
    expect(examples).toEqual(Object.keys(proof));
  });

  it.each(examples)('%s runs and does what it says', async (file) => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', '-C', 'planwright-source', `examples/${file}`]);
    expect(stdout.split('\n')).toContain(proof[file]);
  });
});
