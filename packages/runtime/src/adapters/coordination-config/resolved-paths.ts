import { type ConfigPlace, type CoordinationConfig, modelNameText, parseModelChain, stated } from '@planwright/core';
import { type ConfigRoots, resolvePlace } from './check-config-places.js';

/** The configuration with every path from the root of the file system. */
export function withResolvedPaths(config: CoordinationConfig, roots: ConfigRoots): CoordinationConfig {
  const at = (use: ConfigPlace['use']) => (written: string) => resolvePlace({ written, use }, roots);
  const shown = <Shown extends { readonly path: string }>(paths: readonly Shown[]): readonly Shown[] =>
    paths.map((each) => ({ ...each, path: at('read')(each.path) }));
  return {
    ...config,
    ...stated({
      snapshotStorage: config.snapshotStorage === undefined ? undefined : at('state')(config.snapshotStorage),
      temporaryWorkspace: config.temporaryWorkspace === undefined ? undefined : at('state')(config.temporaryWorkspace),
    }),
    contextPaths: shown(config.contextPaths),
    agents: config.agents.map((agent) => ({
      ...agent,
      ...(agent.cwd === undefined ? {} : { cwd: at('agent')(agent.cwd) }),
      model: scriptModel(agent.model, at('script')),
      contextPaths: shown(agent.contextPaths),
    })),
  };
}

function scriptModel(model: string, resolve: (written: string) => string): string {
  const parsed = parseModelChain(model);
  const [name] = parsed.ok ? parsed.models : [];
  return name?.provider === 'script' ? modelNameText({ ...name, file: resolve(name.file) }) : model;
}
