import { resolve } from 'node:path';
import { PlanwrightError } from '@planwright/core';
import { refuseInsideRun } from '@planwright/runtime/node';
import type { Command, CommandContext } from '../command.js';
import { projectOf } from '../open-project.js';
import { style } from '../output/style.js';
import { pathInside } from '../path-inside.js';
import type { Project } from '../project.js';
import { saysYes } from '../says-yes.js';
import { configFileAt, type PowerfulFile, powerfulFiles, userTrust } from '../trust.js';

const waiting = 3;

/** Lets the files of this repository that start programs or name servers take effect, exactly as they are now. */
export const trust: Command = async (context) => {
  const { flags, out, system } = context;
  refuseInsideRun('trusting a file', { env: system.env, pid: process.pid });
  const project = projectOf(context);
  const known = userTrust(system.env);
  if (flags.has('forget')) {
    const gone = known.forget(project.root);
    if (flags.has('json')) out.json({ forgotten: gone });
    else out.print(gone.length === 0 ? 'nothing of this project was trusted' : `forgotten: ${listOf(gone)}`);
    return 0;
  }
  const files = [...powerfulFiles(project), ...namedFile(context, project)];
  const open = files.filter((file) => !known.isTrusted(file));
  const isAsked = system.stdin.isTerminal && !flags.has('json') && !flags.has('yes');
  if (!flags.has('json')) out.print(files.length === 0 ? nothing : overview(files, open));
  const agreed =
    open.length > 0 && (flags.has('yes') || (isAsked && (await saysYes(system, 'Trust exactly these files?'))));
  if (agreed) known.add(open, new Date().toISOString());
  const left = agreed ? [] : open;
  if (flags.has('json'))
    out.json(files.map(({ path, power }) => ({ path, power, trusted: !left.some((file) => file.path === path) })));
  else if (agreed) out.print(`trusted as they are now: ${listOf(open)}`);
  return left.length === 0 ? 0 : waiting;
};

/** A file that does nothing by itself, but can be named to a command: a configuration of coordination. */
function namedFile({ arguments: [named], system }: CommandContext, project: Project): readonly PowerfulFile[] {
  if (named === undefined) return [];
  const path = pathInside(project.root, resolve(system.cwd, named));
  const found = path === undefined ? [] : configFileAt(project, path);
  if (found.length === 0)
    throw new PlanwrightError('usage-wrong', `expected a file of this project that can be read; found ${named}`);
  return found;
}

const nothing = 'this project has no file that starts programs, names servers or widens tools';

function overview(files: readonly PowerfulFile[], open: readonly PowerfulFile[]): string {
  const lines = files.map(
    (file) =>
      `${open.includes(file) ? style('yellow', '○ not trusted') : '✓ trusted    '}  ${file.path}: ${file.power}`,
  );
  const advice =
    open.length === 0
      ? []
      : ['', 'They do nothing until you trust them. Read them first; a change needs your trust anew.'];
  return [...lines, ...advice].join('\n');
}

function listOf(files: readonly { readonly path: string }[]): string {
  return files.map(({ path }) => path).join(', ');
}
