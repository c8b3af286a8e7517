import type { ListItem, ParsedCommand, Redirection, SimpleCommand } from '@planwright/core';
import { bashGrammar, type Piece } from './bash-grammar.js';
import { readWord } from './bash-word.js';

export type CommandLineReading =
  { readonly ok: true; readonly command: ParsedCommand } | { readonly ok: false; readonly problem: string };

const longestLine = 8000;

/** Reads a command line with the grammar of bash. What cannot be read without doubt is a problem. */
export async function parseCommandLine(text: string): Promise<CommandLineReading> {
  const problem = problemWith(text);
  if (problem !== undefined) return { ok: false, problem };
  const grammar = await bashGrammar().catch((error: unknown) => String(error));
  if (typeof grammar === 'string') return { ok: false, problem: `the grammar of bash is not installed (${grammar})` };
  const root = grammar(text);
  if (root === undefined) return { ok: false, problem: 'it is not a command line that bash would take' };
  const items = readProgram(root);
  const [only] = items;
  if (only === undefined) return { ok: false, problem: 'it is empty' };
  return { ok: true, command: items.length === 1 ? only.command : { type: 'list', items } };
}

function problemWith(text: string): string | undefined {
  if (text.length > longestLine) return `it has more than ${longestLine} characters`;
  if (/[\n\r\u0085\u2028\u2029]/.test(text)) return 'it holds a line break';
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(text)) return 'it holds a control character';
  return undefined;
}

/** Commands one after another. What stands between and beside them decides when each is run. */
function readProgram(root: Piece): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const node of root.children) {
    if (node.type === ';' || node.type === 'comment') continue;
    if (node.type === '&') items.push({ when: 'always', command: construct('a command in the background') });
    else items.push(...readItems(node, 'always'));
  }
  return items;
}

/** A list is read from left to right, so its nesting does not matter: each part runs by how the last one that ran ended. */
function readItems(node: Piece, when: ListItem['when']): readonly ListItem[] {
  if (node.type === 'redirected_statement') return readRedirected(node, when);
  if (node.type !== 'list') return [{ when, command: readCommand(node) }];
  const [left, operator, right, ...more] = node.children;
  if (!left || !operator || !right || more.length > 0) return [{ when, command: construct('a list of commands') }];
  return [...readItems(left, when), ...readItems(right, operator.type === '&&' ? 'success' : 'failure')];
}

/** The grammar puts a redirection around all of a list or pipeline; in bash it belongs to the last command. */
function readRedirected(node: Piece, when: ListItem['when']): readonly ListItem[] {
  const [body, ...rest] = node.children;
  if (!body || rest.length === 0) return [{ when, command: construct('a redirection without a command') }];
  const items = readItems(body, when);
  const redirections = rest.map(readRedirection);
  return items.map((item, place) =>
    place === items.length - 1 ? { ...item, command: redirected(item.command, redirections) } : item,
  );
}

function redirected(command: ParsedCommand, redirections: readonly Redirection[]): ParsedCommand {
  if (command.type === 'simple') return { ...command, redirections: [...command.redirections, ...redirections] };
  const last = command.type === 'pipeline' ? command.commands.at(-1) : undefined;
  if (command.type !== 'pipeline' || last === undefined) return construct('a redirection of more than one command');
  return { type: 'pipeline', commands: [...command.commands.slice(0, -1), redirected(last, redirections)] };
}

function readCommand(node: Piece): ParsedCommand {
  if (node.type === 'command') return readSimple(node);
  if (node.type === 'pipeline') return readPipeline(node);
  if (node.type === 'redirected_statement') {
    const [only, ...more] = readRedirected(node, 'always');
    return only && more.length === 0 ? only.command : construct('a redirection of more than one command');
  }
  return construct(names[node.type] ?? `something a shell is needed for (${node.type.replaceAll('_', ' ')})`);
}

const names: Readonly<Record<string, string>> = {
  subshell: 'a subshell',
  compound_statement: 'a group in braces',
  function_definition: 'a function',
  negated_command: 'a negation with "!"',
  test_command: 'a test',
  variable_assignment: 'an assignment',
  variable_assignments: 'an assignment',
  declaration_command: 'a declaration',
  if_statement: 'an "if"',
  for_statement: 'a loop',
  c_style_for_statement: 'a loop',
  while_statement: 'a loop',
  case_statement: 'a "case"',
};

function readPipeline(node: Piece): ParsedCommand {
  const isPlain = node.children.every(({ type, isNamed }) => isNamed || type === '|');
  if (!isPlain) return construct('a pipe for errors with "|&"');
  return { type: 'pipeline', commands: node.children.filter(({ isNamed }) => isNamed).map(readCommand) };
}

function readSimple(node: Piece): SimpleCommand {
  const parts = node.children;
  const words = parts.filter(({ type }) => type !== 'variable_assignment' && !type.endsWith('_redirect'));
  return {
    type: 'simple',
    assignments: parts.flatMap((part) => (part.type === 'variable_assignment' ? [nameOf(part)] : [])),
    words: words.map((part) => readWord(part.type === 'command_name' ? (part.children[0] ?? part) : part)),
    redirections: parts.filter(({ type }) => type.endsWith('_redirect')).map(readRedirection),
  };
}

function nameOf(assignment: Piece): string {
  return assignment.children[0]?.text ?? assignment.text;
}

function readRedirection(node: Piece): Redirection {
  const descriptor = node.children.find(({ type }) => type === 'file_descriptor');
  const operator = node.children.find(({ isNamed }) => !isNamed);
  const target = node.children.filter((child) => child !== descriptor && child !== operator).at(-1);
  const isPlain = node.type === 'file_redirect' && target !== undefined && node.children.length <= 3;
  return {
    operator: operator?.type ?? node.type,
    descriptor: descriptor?.text ?? '',
    target: isPlain ? readWord(target) : { type: 'expansion', text: target?.text ?? '' },
  };
}

function construct(name: string): ParsedCommand {
  return { type: 'construct', name };
}
