import { createRedactor, type McpServer, secretValues, type WorkOrder } from '@planwright/core';
import type { Commands, Tool, ToolboxOptions } from '@planwright/runtime';
import {
  connectMcpServers,
  createCommandTools,
  createGitTool,
  createNodeWorkspaceReader,
  createPatchTool,
  createReaderWithPlaces,
  createReadTools,
  createShellTool,
  createSpill,
  createSymbolsTool,
  createWriteTool,
  type Sandbox,
} from '@planwright/runtime/node';
import type { Project } from '../project.js';
import type { System } from '../system.js';
import { configuredServers } from './configured-servers.js';
import type { Tell } from './workers.js';

/** Every tool there is, made for a place. */
export type StaffTools = {
  readonly at: (root: string, order?: Pick<WorkOrder, 'approvedCommands'>) => Promise<readonly Tool[]>;
  readonly limits: Pick<ToolboxOptions, 'spill' | 'redact'>;
  readonly servers: readonly McpServer[];
  readonly close: () => Promise<void>;
};

type StaffToolsOptions = {
  readonly commands: Commands;
  readonly tell: Tell;
  readonly sandbox: Sandbox;
  /** Where output goes that is too long for an agent. */
  readonly outputs: string;
  /** Instead of those that the project and the user have configured. */
  readonly servers?: readonly McpServer[];
  /** What lies outside the project and can be read. */
  readonly places?: readonly string[];
};

export function staffTools(
  project: Project,
  system: System,
  { commands, tell, sandbox, outputs: folder, places = [], servers: given }: StaffToolsOptions,
): StaffTools {
  const servers = given ?? configuredServers(project, system, tell);
  const { env: environment, version } = system;
  const outputs = createSpill(folder);
  const connections = connectMcpServers(servers, {
    ...{ root: project.root, env: environment, version },
    onNote: ({ server, message }) => tell(`MCP server ${server}: ${message}`),
  });
  return {
    at: async (root, { approvedCommands } = { approvedCommands: [] }) => {
      const reader = createReaderWithPlaces(createNodeWorkspaceReader(root), places);
      return [
        ...createReadTools(reader, { outputs: outputs.reader }),
        createSymbolsTool(reader),
        createWriteTool(root),
        createPatchTool(root),
        createGitTool({ root, environment }),
        createShellTool({ root, environment, sandbox }),
        ...createCommandTools(commands, { approved: approvedCommands, root }),
        ...(await connections.toolsAt(root)),
      ];
    },
    limits: { spill: outputs.spill, redact: createRedactor(secretValues(environment)) },
    servers,
    close: connections.close,
  };
}
