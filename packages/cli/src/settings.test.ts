import { describe, expect, it } from 'vitest';
import { readSettingsFile } from './settings-file.js';
import { type Layers, resolveSettings, type ResolvedSettings } from './settings.js';

const resolve = (
  layers: Partial<Layers> & { readonly flag?: Readonly<Record<string, string>> } = {},
): ResolvedSettings => resolveSettings({ flags: new Map(Object.entries(layers.flag ?? {})), env: {}, ...layers });

const messages = ({ problems }: ResolvedSettings): readonly string[] =>
  problems.map(({ severity, message }) => `${severity}: ${message}`);

describe('precedence', () => {
  const user = readSettingsFile('user.yaml', 'model: script:user.yaml\nlimits:\n  concurrency: 2\n  max_attempts: 5\n');
  const project = readSettingsFile('planwright.yaml', 'limits:\n  concurrency: 3\nplan_first:\n  threshold: 8\n');

  it('has a default for everything, and says so', () => {
    const { settings, origins, problems } = resolve();
    expect(settings).toEqual({
      planFirstMode: 'auto',
      threshold: 6,
      model: 'auto',
      approve: null,
      approveComplexity: null,
      approveClass: null,
      approveBudget: null,
      approveFiles: null,
      approveExceptFiles: null,
      sandbox: 'auto',
      sandboxNetwork: 'off',
      sandboxAgentFolders: null,
      workspaceSetup: null,
      budget: null,
      agentCap: null,
      autoSteps: null,
      concurrency: 4,
      maxAttempts: 3,
      onFailure: null,
      beyondPlan: null,
      stepTimeoutMs: 1_800_000,
      logLevel: null,
      logFile: null,
    });
    expect(origins.model).toEqual({ source: 'default', where: 'default' });
    expect(problems).toEqual([]);
  });

  it('is flags, environment, project file, user file, defaults', () => {
    const env = { PLANWRIGHT_CONCURRENCY: '5', PLANWRIGHT_PLAN_FIRST_THRESHOLD: '9' };
    const { settings, origins } = resolve({ flag: { threshold: '2' }, env, project, user });
    expect(settings).toMatchObject({ threshold: 2, concurrency: 5, maxAttempts: 5, model: 'script:user.yaml' });
    expect(origins).toMatchObject({
      threshold: { source: 'flag', where: '--threshold' },
      concurrency: { source: 'environment', where: 'PLANWRIGHT_CONCURRENCY' },
      maxAttempts: { source: 'user file', where: 'user.yaml:4' },
      logLevel: { source: 'default' },
    });
    expect(resolve({ project, user }).origins.concurrency).toEqual({
      source: 'project file',
      where: 'planwright.yaml:2',
    });
  });

  it('takes ChatCLI’s variables where ours are not set, and never stops because of them', () => {
    const theirs = { CHATCLI_QUALITY_PLAN_FIRST_MODE: 'always', CHATCLI_QUALITY_PLAN_FIRST_THRESHOLD: '99' };
    const both = resolve({ env: { ...theirs, PLANWRIGHT_PLAN_FIRST_MODE: 'off' } });
    expect(both.settings).toMatchObject({ planFirstMode: 'off', threshold: 10 });
    expect(both.origins.threshold.where).toBe('CHATCLI_QUALITY_PLAN_FIRST_THRESHOLD');
    expect(messages(both)).toEqual([expect.stringMatching(/^warning: CHATCLI_QUALITY_PLAN_FIRST_THRESHOLD/)]);
  });
});

describe('values', () => {
  it.each([
    ['90s', 90_000],
    ['10m', 600_000],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['30', 30_000],
  ])('reads the time %s', (text, expected) => {
    expect(resolve({ flag: { 'step-timeout': text } }).settings.stepTimeoutMs).toBe(expected);
  });

  it('reads "none" as no limit of automatic steps', () => {
    expect(resolve({ flag: { 'auto-steps': 'none' } }).settings.autoSteps).toBeNull();
    expect(resolve({ flag: { 'auto-steps': '8' } }).settings.autoSteps).toBe(8);
  });

  it.each([
    [{ threshold: '11' }, 'error: --threshold: expected a whole number from 0 to 10, found "11"'],
    [{ threshold: '-1' }, 'error: --threshold: expected a whole number from 0 to 10, found "-1"'],
    [{ threshold: 'six' }, 'error: --threshold: expected a whole number from 0 to 10, found "six"'],
    [{ threshold: '' }, 'error: --threshold: expected a whole number from 0 to 10, found ""'],
    [{ concurrency: '0' }, 'error: --concurrency: expected a whole number from 1 to 64, found "0"'],
    [{ 'max-attempts': '2.5' }, 'error: --max-attempts: expected a whole number from 1 to 20, found "2.5"'],
    [{ 'step-timeout': '0s' }, 'error: --step-timeout: expected a time up to a day, as 90s, 10m or 1h, found "0s"'],
    [
      { 'step-timeout': '2 days' },
      'error: --step-timeout: expected a time up to a day, as 90s, 10m or 1h, found "2 days"',
    ],
    [{ model: ' ' }, expect.stringContaining('error: --model: no model is named; expected anthropic:<model>')],
    [{ model: 'gpt-5' }, expect.stringContaining('openai:gpt-5')],
  ])('%j is out of range', (flag, message) => {
    expect(messages(resolve({ flag }))).toEqual([message]);
  });

  it('names variables, and finds every problem', () => {
    const env = { PLANWRIGHT_APPROVE: 'yes', PLANWRIGHT_PLAN_FIRST_THRESHOLD: '12', PLANWRIGHT_AUTO_STEPS: '-3' };
    expect(messages(resolve({ env }))).toEqual([
      'error: PLANWRIGHT_PLAN_FIRST_THRESHOLD: expected a whole number from 0 to 10, found "12"',
      'error: PLANWRIGHT_APPROVE: expected ask, reads-only or auto, found "yes"',
      'error: PLANWRIGHT_AUTO_STEPS: expected a whole number from 1 to 1000, or none, found "-3"',
    ]);
  });

  it('finds a wrong value in a file even where a flag beats it', () => {
    const project = readSettingsFile('planwright.yaml', 'limits: { concurrency: many }');
    const resolved = resolve({ flag: { concurrency: '2' }, project });
    expect(resolved.settings.concurrency).toBe(2);
    expect(messages(resolved)).toEqual([
      'error: planwright.yaml:1: limits.concurrency: expected a whole number from 1 to 64, found "many"',
    ]);
  });
});

describe('the limits of auto', () => {
  const text = `approve:
  policy: auto
  limits: { complexity: Low, class: writes, budget: "200k tokens, $2", files: [src/, docs/], except_files: package.json }
`;

  it('stand below approve in a file, which then names the policy there', () => {
    const { settings } = resolve({ user: readSettingsFile('user.yaml', text) });
    expect(settings).toMatchObject({
      approve: 'auto',
      approveComplexity: 'low',
      approveClass: 'writes',
      approveBudget: { tokens: 200_000, costUsd: 2 },
      approveFiles: ['src/', 'docs/'],
      approveExceptFiles: ['package.json'],
    });
  });

  it('come by flag and variable too', () => {
    const env = { PLANWRIGHT_APPROVE_CLASS: 'reads', PLANWRIGHT_APPROVE_FILES: 'src/, docs/*.md' };
    const { settings } = resolve({ flag: { 'approve-budget': '$1' }, env });
    expect(settings).toMatchObject({
      approveClass: 'reads',
      approveFiles: ['src/', 'docs/*.md'],
      approveBudget: { costUsd: 1 },
    });
  });

  it.each([
    ['approve-complexity', 'huge', 'expected low, medium or high, found "huge"'],
    ['approve-class', 'all', 'expected reads, writes or external, found "all"'],
    ['approve-budget', '30m', 'expected an amount of tokens or money in all, as "200k tokens, $2"'],
    ['approve-files', ' , ', 'expected files, folders or patterns with commas between them'],
  ])('--%s %j is wrong', (flag, value, message) => {
    expect(messages(resolve({ flag: { [flag]: value } }))).toEqual([
      expect.stringContaining(`error: --${flag}: ${message}`),
    ]);
  });

  it('of a repository hold where the user has none, and stand back behind the user’s unless trusted', () => {
    const project = readSettingsFile('planwright.yaml', 'approve:\n  limits:\n    class: external\n');
    const user = readSettingsFile('user.yaml', 'approve:\n  limits:\n    class: reads\n');
    expect(resolve({ project }).settings.approveClass).toBe('external');
    const resolved = resolve({ project, user });
    expect(resolved.settings.approveClass).toBe('reads');
    expect(messages(resolved)).toEqual([
      expect.stringContaining('warning: planwright.yaml:3: approve.limits.class is not taken from here: your own file'),
    ]);
    const trusted = { ...project, isTrusted: () => true };
    expect(resolve({ project: trusted, user }).settings.approveClass).toBe('external');
  });
});

describe('what a repository may not decide', () => {
  const text = 'approve: auto\nlog:\n  file: ../outside.log\n';

  it('is a model that is a program or a server, unless a person trusts the file', () => {
    const file = readSettingsFile('planwright.yaml', 'model: compatible:http://localhost:9#m\n');
    expect(resolve({ project: file }).settings.model).toBe('auto');
    expect(messages(resolve({ project: file }))).toEqual([expect.stringContaining('planwright trust')]);
    expect(resolve({ project: { ...file, isTrusted: () => true } }).settings.model).toContain('localhost');
    expect(resolve({ project: readSettingsFile('planwright.yaml', 'model: offline\n') }).settings.model).toBe(
      'offline',
    );
  });

  it('is approval without a person, and where to write', () => {
    const resolved = resolve({ project: readSettingsFile('planwright.yaml', text) });
    expect(resolved.settings).toMatchObject({ approve: null, logFile: null });
    expect(messages(resolved)).toEqual([
      expect.stringContaining('warning: planwright.yaml:1: approve is not taken from here'),
      expect.stringContaining('warning: planwright.yaml:3: log.file is not taken from here'),
    ]);
  });

  it('is the network of the sandbox, unless a person trusts the file, and folders of the user’s', () => {
    const opening = 'sandbox:\n  mode: on\n  network: on\n  agent_folders: [~/.config/agent]\n';
    const file = readSettingsFile('planwright.yaml', opening);
    expect(resolve({ project: file }).settings).toMatchObject({
      sandbox: 'on',
      sandboxNetwork: 'off',
      sandboxAgentFolders: null,
    });
    const trusted = resolve({ project: { ...file, isTrusted: () => true } });
    expect(trusted.settings).toMatchObject({ sandboxNetwork: 'on', sandboxAgentFolders: null });
    expect(resolve({ user: file }).settings.sandboxAgentFolders).toEqual(['~/.config/agent']);
  });

  it('is the user’s own to decide', () => {
    const resolved = resolve({ user: readSettingsFile('user.yaml', text) });
    expect(resolved.settings).toMatchObject({ approve: 'auto', logFile: '../outside.log' });
  });

  it('may still be made stricter', () => {
    expect(resolve({ project: readSettingsFile('planwright.yaml', 'approve: ask') }).settings.approve).toBe('ask');
  });
});
