/** The words a setting may have; shared by the flags that are parsed and the settings that are checked. */
export const sandboxModes = ['auto', 'on', 'off'] as const;
export const switchWords = ['off', 'on'] as const;
export const complexities = ['low', 'medium', 'high'] as const;
export const taskKinds = ['feature', 'fix'] as const;
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export const toolClasses = ['reads', 'writes', 'external'] as const;
export const planFirstModes = ['off', 'auto', 'always'] as const;
export const approvePolicies = ['ask', 'reads-only', 'auto'] as const;
export const failurePolicies = ['pause', 'continue', 'skip-dependents', 'abort'] as const;
export const beyondPlanWays = ['ask', 'refuse'] as const;
export const applyWays = ['merge', 'rebase', 'patch'] as const;
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];
export type ApproveSetting = (typeof approvePolicies)[number];
