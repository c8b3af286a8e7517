import { type AgentSummary, createRedactor, type McpServer } from '@planwright/core';

/** The parts of an approval's ground by name, as JSON data without secrets. */
export type BoundStaff = Readonly<Record<string, unknown>> & { readonly model?: string };

export type Staff = {
  readonly agents: readonly AgentSummary[];
  readonly servers: readonly McpServer[];
  /** The chain as it was chosen. */
  readonly model: string;
  /** Settings that widen or narrow what steps can do. */
  readonly rules: Readonly<Record<string, unknown>>;
};

/** What an approval binds beside the plan and the commit. Where an agent was written does not count, what it says does. */
export function boundStaff({ agents, servers, model, rules }: Staff): BoundStaff {
  return {
    model,
    ...Object.fromEntries(agents.map((agent) => [`agent ${agent.name}`, { ...agent, origins: undefined }])),
    ...Object.fromEntries(servers.map((server) => [`MCP server ${server.name}`, withoutSecrets(server)])),
    ...rules,
  };
}

/** A server as text, for comparing it with another. */
export function withoutSecrets({ secrets, ...server }: McpServer): string {
  return createRedactor(secrets)(JSON.stringify(server));
}
