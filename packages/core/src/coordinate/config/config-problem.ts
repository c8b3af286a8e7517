/** Where something stands: `['agents', 0, 'backend', 'type']`. */
export type ConfigPath = readonly (string | number)[];

/** Why a configuration cannot be used. */
type ErrorCode =
  | 'type'
  | 'range'
  | 'enum'
  | 'missing-field'
  | 'unknown-key'
  | 'deprecated-field'
  | 'set-twice'
  | 'v1-format'
  | 'no-agents'
  | 'both-agent-keys'
  | 'agent-id'
  | 'duplicate-agent-id'
  | 'unknown-backend'
  | 'backend-unusable'
  | 'unsupported-capability'
  | 'model-name'
  | 'mcp-config'
  | 'unset-variable'
  | 'shared-folder';

/** What a person should know about a configuration that can be used. */
type WarningCode = 'not-used' | 'both-tool-filters' | 'many-restarts' | 'shared-key' | 'mcp-config';

type Coded<Code extends string> = {
  readonly code: Code;
  readonly path: ConfigPath;
  /** What was expected and what was found. Never quotes a value that may be a secret. */
  readonly message: string;
  /** What to write instead. */
  readonly suggestion?: string;
};

/** Who cannot go on is told how. */
export type ConfigError = Coded<ErrorCode> & { readonly suggestion: string };
export type ConfigWarning = Coded<WarningCode>;
