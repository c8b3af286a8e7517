import * as z from 'zod';
import { nearestName } from '../shared/nearest-name.js';
import { stated } from '../shared/stated.js';
import { builtInAgents, effortSchema } from '../tools/agents.js';
import { toolClassSchema } from '../tools/tool-class.js';
import type { AgentLayer, AgentOrigin, AgentProblem, AgentSetting } from './agent.js';
import { isAgentName } from './agent-name.js';
import { builtInToolClasses } from './tool-classes.js';

/** The text of an agent's file, taken apart: `---`, fields, `---`, instructions. */
export type AgentFileSource = {
  /** The file's name without `.md`. */
  readonly name: string;
  /** As messages and origins show it. */
  readonly path: string;
  readonly fields: readonly { readonly key: string; readonly value: unknown; readonly line: number }[];
  readonly body: string;
  /** Where the instructions begin. */
  readonly bodyLine: number;
};

export type ReadAgentFile = { readonly layer?: AgentLayer; readonly problems: readonly AgentProblem[] };

const text = z.string().trim().min(1);
const tools = z
  .union([z.array(text), z.string().transform((list) => list.split(','))])
  .transform((names) => [...new Set(names.map((name) => builtInSpelling(name.trim())).filter((name) => name !== ''))]);

const fieldSchema = z
  .object({
    description: text,
    tools,
    class: toolClassSchema,
    model: text,
    effort: effortSchema,
    turns: z.number().int().min(1).max(200),
    refine: z.boolean(),
    verify: z.boolean(),
  })
  .partial();
type FieldName = keyof z.infer<typeof fieldSchema>;

const expected: Readonly<Record<FieldName, string>> = {
  description: 'a text',
  tools: 'a list of tools, or their names with commas between',
  class: 'reads, writes or external',
  model: 'the name of a model',
  effort: 'low, medium, high or max',
  turns: 'a whole number from 1 to 200',
  refine: 'true or false',
  verify: 'true or false',
};
const fieldNames = Object.keys(expected);

/** What a file says about its agent. Every problem is found; what is wrong is left out of the layer. */
export function readAgentFile(source: AgentFileSource): ReadAgentFile {
  if (!isAgentName(source.name)) return { problems: [wrongName(source)] };
  const known = source.fields.filter(({ key, value }) => isFieldName(key) && value !== null);
  const { values, wrong } = parsed(Object.fromEntries(known.map(({ key, value }) => [key, value])));
  const instructions = source.body.trim();
  const layer = layerOf(source, values, instructions);
  return {
    layer,
    problems: [
      ...unknownFields(source),
      ...known.filter(({ key }) => wrong.has(key)).map((field) => wrongValue(source, field)),
      ...unknownTools(layer),
      ...(instructions === '' && !isBuiltIn(source.name) ? [noInstructions(source)] : []),
    ],
  };
}

type Values = z.infer<typeof fieldSchema>;

function parsed(fields: Readonly<Record<string, unknown>>): {
  readonly values: Values;
  readonly wrong: ReadonlySet<string>;
} {
  const first = fieldSchema.safeParse(fields);
  if (first.success) return { values: first.data, wrong: new Set() };
  const wrong = new Set(first.error.issues.map(({ path }) => String(path[0])));
  const right = Object.fromEntries(Object.entries(fields).filter(([key]) => !wrong.has(key)));
  return { values: fieldSchema.parse(right), wrong };
}

function layerOf(source: AgentFileSource, values: Values, instructions: string): AgentLayer {
  const { description, model, ...rest } = values;
  const settings = stated({
    ...rest,
    purpose: description,
    // Files of other programs say so for what is our default; sent as a name, no provider would know it.
    model: model?.toLowerCase() === 'inherit' ? undefined : model,
    instructions: instructions === '' ? undefined : instructions,
  });
  const lines = new Map(source.fields.map(({ key, line }) => [key === 'description' ? 'purpose' : key, line]));
  const originOf = (setting: string): AgentOrigin => ({
    source: 'file',
    where: `${source.path}:${lines.get(setting) ?? source.bodyLine}`,
  });
  const origins = Object.fromEntries(Object.keys(settings).map((setting) => [setting, originOf(setting)]));
  return { name: source.name, settings, origins: origins satisfies Partial<Record<AgentSetting, AgentOrigin>> };
}

function unknownFields({ fields, path }: AgentFileSource): readonly AgentProblem[] {
  return fields
    .filter(({ key }) => !isFieldName(key))
    .map(({ key, line }) => {
      const near = nearestName(key.toLowerCase(), fieldNames);
      const hint = near === undefined ? `there are ${fieldNames.join(', ')}` : `did you mean "${near}"?`;
      return { severity: 'error', message: `${path}:${line}: an agent has no field "${key}"; ${hint}` };
    });
}

function wrongValue({ path }: AgentFileSource, { key, value, line }: AgentFileSource['fields'][number]): AgentProblem {
  const wanted = isFieldName(key) ? expected[key] : '';
  return { severity: 'error', message: `${path}:${line}: ${key}: expected ${wanted}, found ${JSON.stringify(value)}` };
}

/** A tool of an MCP server cannot be known here; a plain name can. */
function unknownTools({ settings, origins }: AgentLayer): readonly AgentProblem[] {
  const names = Object.keys(builtInToolClasses);
  return (settings.tools ?? [])
    .filter((tool) => !names.includes(tool) && !tool.startsWith('mcp__') && !tool.includes('*'))
    .map((tool) => {
      const near = nearestName(tool.toLowerCase(), names);
      const hint =
        near === undefined ? `there are ${names.join(', ')}, and mcp__<server>__<tool>` : `did you mean "${near}"?`;
      const where = origins.tools?.where ?? '';
      return {
        severity: 'warning',
        message: `${where}: the tool "${tool}" is not known and counts as external; ${hint}`,
      };
    });
}

function wrongName({ name, path }: AgentFileSource): AgentProblem {
  const message = `${path} is not used: "${name}" is no name of an agent (small letters, digits and hyphens, a letter first, at most 40)`;
  return { severity: 'warning', message };
}

function noInstructions({ name, path, bodyLine }: AgentFileSource): AgentProblem {
  const message = `${path}:${bodyLine}: the agent "${name}" has no instructions; write them below the second ---`;
  return { severity: 'error', message };
}

function builtInSpelling(tool: string): string {
  const lower = tool.toLowerCase();
  return Object.hasOwn(builtInToolClasses, lower) ? lower : tool;
}

function isBuiltIn(name: string): boolean {
  return builtInAgents.some((agent) => agent.name === name);
}

function isFieldName(key: string): key is FieldName {
  return Object.hasOwn(expected, key);
}
