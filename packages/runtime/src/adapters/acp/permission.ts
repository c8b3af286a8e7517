import type { PermissionOption, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk';
import { highestClass, type ToolClass } from '@planwright/core';

/** What a tool of the agent's own may do. What is unknown, or changes how the agent asks, counts as reaching beyond. */
const classOfKind: Readonly<Record<ToolKind, ToolClass>> = {
  read: 'reads',
  search: 'reads',
  think: 'reads',
  edit: 'writes',
  delete: 'writes',
  move: 'writes',
  execute: 'external',
  fetch: 'external',
  switch_mode: 'external',
  other: 'external',
};

export function classOfToolKind(kind: ToolKind | null | undefined): ToolClass {
  return classOfKind[kind ?? 'other'];
}

const inWords: Readonly<Record<ToolClass, string>> = {
  reads: 'only reads',
  writes: 'writes',
  external: 'may reach beyond the workplace',
};

/** Why a tool may not be used in a turn with this access; undefined when it may. */
export function accessProblem(wanted: ToolClass, access: ToolClass): string | undefined {
  if (highestClass([wanted, access]) === access) return undefined;
  return `it ${inWords[wanted]}, and this turn ${inWords[access]}`;
}

/** The option that says yes or no to this one call: never for good, since the next call is judged anew. */
export function permissionAnswer(options: readonly PermissionOption[], allowed: boolean): RequestPermissionResponse {
  const option = options.find(({ kind }) => kind === (allowed ? 'allow_once' : 'reject_once'));
  return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
}
