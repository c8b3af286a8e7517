import { counted, budgetText, type CoordinationConfig, duration, pathText } from '@planwright/core';
import type { LoadedConfig } from '@planwright/runtime/node';
import { plainLine } from './plain-text.js';
import { style } from './style.js';

type Finding = Extract<LoadedConfig, { ok: false }>['problems'][number] | LoadedConfig['warnings'][number];

/** A checked configuration for another program. Of servers it holds the names only: what they are started with may be secret. */
export function configDocument(loaded: LoadedConfig): unknown {
  return {
    valid: loaded.ok,
    errors: loaded.ok ? [] : loaded.problems.map(findingDocument),
    warnings: loaded.warnings.map(findingDocument),
    config: loaded.ok ? withServerNames(loaded.config) : null,
  };
}

function findingDocument({ code, path, message, ...more }: Finding): unknown {
  const { line = null, column = null, suggestion = null } = more;
  return { code, path, location: pathText(path), line, column, message, suggestion };
}

function withServerNames(config: CoordinationConfig): unknown {
  const agents = config.agents.map((agent) => ({ ...agent, mcpServers: agent.mcpServers.map(({ name }) => name) }));
  return { ...config, agents };
}

/** The same for a person: what would be run, or everything that stands in the way. */
export function configView(named: string, loaded: LoadedConfig): string {
  const verdict = loaded.ok
    ? `${style('green', 'valid')}, ${configLine(loaded.config)}`
    : `${style('red', 'not valid')}, ${counted(loaded.problems.length, 'problem')}`;
  return [
    `${plainLine(named)}: ${verdict}`,
    ...(loaded.ok ? loaded.config.agents.map(agentLine) : loaded.problems.map((each) => findingLine([each], 'error'))),
    ...byMessage(loaded.warnings).map((alike) => findingLine(alike, 'warning')),
  ].join('\n');
}

function configLine({ agents, planning, restarts, timeoutMs, budget }: CoordinationConfig): string {
  return [
    counted(agents.length, 'agent'),
    `planning ${planning}`,
    `at most ${counted(restarts + 1, 'attempt')}`,
    `at most ${duration(timeoutMs)}`,
    ...(budget === undefined || budget === null ? [] : [budgetText(budget)]),
  ].join(', ');
}

function agentLine({ id, model, mcpServers }: CoordinationConfig['agents'][number]): string {
  const servers = mcpServers.map(({ name }) => name).join(', ');
  return `  ${plainLine(`${id}  ${model}`)}${servers === '' ? '' : style('dim', ` (MCP: ${plainLine(servers)})`)}`;
}

/** Fifty agents with the same setting need one sentence about it. */
function byMessage(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.message);
    if (group === undefined) groups.set(finding.message, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function findingLine([first, ...others]: readonly Finding[], severity: 'error' | 'warning'): string {
  if (first === undefined) return '';
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'more place')}`;
  const told = plainLine(findingText(first, more));
  return `  ${style(severity === 'error' ? 'red' : 'yellow', severity)} ${told} ${style('dim', `[${first.code}]`)}`;
}

/** Where it stands, what is wrong and what to write instead. */
export function findingText({ path, line, column, message, suggestion }: Finding, more = ''): string {
  const place = [...(line === undefined ? [] : [`${line}:${column ?? 1}`]), pathText(path)].join(' ').trim();
  const advice = suggestion === undefined ? '' : `; ${suggestion}`;
  return `${place === '' ? '' : `${place}${more}: `}${message}${advice}`;
}
