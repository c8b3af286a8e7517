import { describe, expect, it } from 'vitest';
import { readSettingsFile } from './settings-file.js';

const problems = (text: string): readonly string[] =>
  readSettingsFile('planwright.yaml', text).problems.map(({ severity, message }) => `${severity}: ${message}`);

describe('our own keys', () => {
  it('are read with the line they stand in', () => {
    const { values } = readSettingsFile('f', '# ours\nmodel: offline\nplan_first:\n  mode: off\n  threshold: 4\n');
    expect(Object.fromEntries(values)).toEqual({
      model: { value: 'offline', line: 2 },
      planFirstMode: { value: 'off', line: 4 },
      threshold: { value: 4, line: 5 },
    });
  });

  it('may name MCP servers, which are no settings and are read where they are used', () => {
    expect(problems('mcp_servers:\n  files:\n    command: node\n    args: [server.js]\n')).toEqual([]);
  });

  it.each(['', '# nothing yet\n', '---\n'])('are none in %j', (text) => {
    expect(readSettingsFile('f', text)).toEqual({ path: 'f', values: new Map(), problems: [] });
  });
});

describe('what is wrong with a file', () => {
  it.each([
    ['modle: offline', 'error: planwright.yaml:1: there is no setting "modle"; did you mean "model"?'],
    [
      'a: 1\nplan_first:\n  mod: auto',
      'error: planwright.yaml:3: there is no setting "plan_first.mod"; did you mean "plan_first.mode"?',
    ],
    ['plan_first: auto', 'error: planwright.yaml:1: plan_first: expected settings as "key: value"'],
    [
      'approve:\n  polcy: auto',
      'error: planwright.yaml:2: there is no setting "approve.polcy"; did you mean "approve.policy"?',
    ],
    ['sandbox: [on]', 'error: planwright.yaml:1: sandbox: expected one value'],
    ['approve:\n  limits: low', 'error: planwright.yaml:2: approve.limits: expected settings as "key: value"'],
    [
      'approve:\n  limits:\n    files: [{ a: b }]',
      'error: planwright.yaml:3: approve.limits.files: expected one value',
    ],
    ['model: [a, b]', 'error: planwright.yaml:1: model: expected one value'],
    ['- a\n- b', 'error: planwright.yaml:1: expected settings as "key: value"'],
    ['model: a\nmodel: b', 'error: planwright.yaml:2: Map keys must be unique'],
    ['model: "a', 'error: planwright.yaml:1: Missing closing "quote'],
    ['model: a: b', 'error: planwright.yaml:1: Nested mappings are not allowed in compact mappings'],
    ['limits:\n\tconcurrency: 3', 'error: planwright.yaml:2: Tabs are not allowed as indentation'],
    ['__proto__: x', 'error: planwright.yaml:1: there is no setting "__proto__"'],
    ['constructor: x', 'error: planwright.yaml:1: there is no setting "constructor"'],
  ])('%j', (text, expected) => {
    const found = problems(text);
    expect(found).toContainEqual(expect.stringContaining(expected));
    expect(found.join()).not.toMatch(/at line|:$/);
  });
});

describe('a MassGen configuration', () => {
  const text = `agents:
  - id: a
    backend: { type: gemini, model: x, cwd: w }
orchestrator:
  snapshot_storage: s
  coordination:
    enable_planning_mode: true
    planning_mode_instruction: |
      say it
ui:
  display_type: rich_terminal
timeout_settings:
  orchestrator_timeout_seconds: 5
model: offline
`;

  it('is accepted beside our keys', () => {
    const { values, problems: found } = readSettingsFile('planwright.yaml', text);
    expect([...values.keys()]).toEqual(['model']);
    expect(found).toEqual([]);
  });

  it('without agents is warned of, because nothing comes of it', () => {
    expect(problems('model: offline\norchestrator: {}\nui: { display_type: simple }\n')).toEqual([
      'warning: planwright.yaml: "agents" names who coordinates, and is missing; without it nothing comes of orchestrator (line 2), ui (line 3)',
    ]);
  });

  it.each([
    [
      'orchestrator:\n  coordination:\n    enable_planing_mode: true',
      '"orchestrator.coordination.enable_planning_mode"',
    ],
    ['agents:\n  - id: a\n    backnd: {}', '"agents.backend"'],
    ['timeout_settings:\n  orchestrator_timeout: 5', 'there is no setting "timeout_settings.orchestrator_timeout"'],
    ['ui:\n  type: x', 'there is no setting "ui.type"'],
  ])('does not make a typo pass: %j', (yaml, expected) => {
    expect(problems(yaml)).toContainEqual(expect.stringContaining(expected));
  });
});
