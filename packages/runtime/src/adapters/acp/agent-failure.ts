import { failureKindOf, modelError, type ModelFailureKind, PlanwrightError, type Redact } from '@planwright/core';
import * as z from 'zod';
import type { AgentProcess } from './agent-process.js';

/** Makes the errors of one agent, without secrets in their texts. */
export type Failing = (kind: ModelFailureKind, problem: string, cause?: unknown) => PlanwrightError;

export function createFailing(model: string, redact: Redact): Failing {
  return (kind, problem, cause) => modelError({ kind, model, message: redact(`${model}: ${problem}`) }, cause);
}

/** An error the agent answered with. */
const answeredError = z.object({ code: z.number().int(), message: z.string(), data: z.unknown() });

export function isAnsweredError(thrown: unknown): boolean {
  return answeredError.safeParse(thrown).success;
}

const authRequired = -32000;
const internalError = -32603;

type FailingAgent = {
  readonly failing: Failing;
  readonly agent: AgentProcess;
  readonly hasStarted: boolean;
  /** Where it can have its sign-in, behind a wall. */
  readonly doors: string | undefined;
};

/** What a thrown value says about the agent. Ours is what it is; a connection that broke off means the agent is gone. */
export async function agentFailure(
  thrown: unknown,
  { failing, agent, hasStarted, doors }: FailingAgent,
): Promise<PlanwrightError> {
  if (PlanwrightError.is(thrown)) return thrown;
  if (thrown instanceof z.ZodError)
    return failing('unreadable', `its answer is not what the protocol says: ${z.prettifyError(thrown)}`, thrown);
  const answered = answeredError.safeParse(thrown);
  if (answered.success) return failing(kindOf(answered.data.code), describe(answered.data, doors), thrown);
  const { type, how } = await agent.end();
  const complaint = agent.complaint();
  const problem = `${how}${complaint === '' ? '' : `, and said: ${complaint}`}`;
  if (type === 'not-started') return failing('missing', `${problem}; is it installed and on the PATH?`, thrown);
  // One that never said hello would not the next time either: a wrong option, a missing part, no protocol at all.
  return hasStarted
    ? failing('network', problem, thrown)
    : failing('missing', `${problem}, before it said hello`, thrown);
}

/** Agents answer with codes of JSON-RPC or hand on the HTTP status they were given. */
function kindOf(code: number): ModelFailureKind {
  if (code === authRequired) return 'auth';
  if (code >= 400 && code < 600) return failureKindOf(code);
  return code === internalError ? 'server' : 'unreadable';
}

function describe({ code, message, data }: z.infer<typeof answeredError>, doors: string | undefined): string {
  if (code === authRequired)
    return `it is not logged in (${message}); log in with the agent's own program${doors === undefined ? '' : `; ${doors}`}`;
  const details = z.object({ details: z.string() }).safeParse(data);
  return `it answered with error ${code}: ${message}${details.success ? ` (${details.data.details})` : ''}`;
}
