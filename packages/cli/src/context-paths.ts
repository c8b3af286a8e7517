import { resolve } from 'node:path';
import type { ConfiguredAgent, CoordinationConfig, PathRule } from '@planwright/core';
import { pathInside } from './path-inside.js';

/** What an agent is shown that lies outside the project: there it only reads. */
export function placesOutside(
  { contextPaths }: Pick<ConfiguredAgent, 'contextPaths'>,
  root: string,
): readonly string[] {
  return contextPaths.map(({ path }) => path).filter((path) => pathInside(root, path) === undefined);
}

/**
 * What in the project may and may not be written, whatever a plan says: a path that agents are shown for reading, or that is
 * protected, is not. Whose plan will win nobody knows, so where agents differ, the path is only read.
 */
export function pathRulesOf({ agents }: Pick<CoordinationConfig, 'agents'>, root: string): readonly PathRule[] {
  const shown = agents.flatMap((agent) => agent.contextPaths);
  const rules = shown.flatMap(({ path, permission, protectedPaths }) => [
    ...ruleFor(path, permission, root),
    ...protectedPaths.flatMap((inside) => ruleFor(resolve(path, inside), 'protected', root)),
  ]);
  const onlyRead = new Set(rules.flatMap(({ path, permission }) => (permission === 'read' ? [path] : [])));
  const agreed = rules.filter(({ path, permission }) => permission !== 'write' || !onlyRead.has(path));
  return [...new Map(agreed.map((rule) => [JSON.stringify(rule), rule])).values()];
}

function ruleFor(path: string, permission: PathRule['permission'], root: string): readonly PathRule[] {
  const inProject = pathInside(root, path);
  return inProject === undefined ? [] : [{ path: inProject, permission }];
}
