/** What servers may take of time and room. */
export type McpLimits = {
  /** To start, greet and list; to come back after the connection ended. */
  readonly startMs: number;
  /** A call, where the configuration says nothing else. */
  readonly callMs: number;
  /** How many tools of one server are offered. */
  readonly toolsPerServer: number;
  readonly messageBytes: number;
  readonly resultCharacters: number;
};

export const defaultMcpLimits: McpLimits = {
  startMs: 30_000,
  callMs: 120_000,
  toolsPerServer: 100,
  messageBytes: 32 * 1024 * 1024,
  resultCharacters: 4 * 1024 * 1024,
};
