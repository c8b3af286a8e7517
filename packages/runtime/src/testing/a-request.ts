import type { ModelRequest } from '../ports/model.js';

/** A request to a model with one user message, showing only what matters. */
export function aRequest(changes: Partial<ModelRequest> & { readonly says?: string } = {}): ModelRequest {
  const { says = 'go', ...request } = changes;
  return {
    phase: 'execute',
    agent: 'search',
    label: 'E1',
    try: 1,
    attempt: 1,
    turn: 1,
    system: '',
    messages: [{ role: 'user', text: says }],
    tools: [],
    ...request,
  };
}
