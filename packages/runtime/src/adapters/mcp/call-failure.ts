import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';

/**
 * What a call that gave no result means: the server said no (`refused`), it never got to the server (`unsent`), the connection
 * ended with the call under way (`dropped`), or no usable answer came (`unanswered`).
 */
export type CallFailure = {
  readonly type: 'refused' | 'unsent' | 'dropped' | 'unanswered';
  readonly reason: string;
};

/** What a rejection of the SDK says about a call. */
export function callFailure(error: unknown, timeoutMs: number): CallFailure {
  if (error instanceof ProtocolError) return { type: 'refused', reason: error.message };
  if (error instanceof SdkHttpError) return httpFailure(error);
  if (isTimeout(error)) return { type: 'unanswered', reason: `no answer came within ${timeoutMs} ms` };
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
    return { type: 'unanswered', reason: 'the answer is not a tool result' };
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected)
    return { type: 'unsent', reason: 'the connection had ended' };
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return { type: 'dropped', reason: 'the server is gone' };
  return { type: unsentCodes.has(codeOf(error) ?? '') ? 'unsent' : 'dropped', reason: reasonOf(error) };
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

/** The message of an error with those of its causes: `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SdkHttpError) return `HTTP ${error.status}: ${error.message}`;
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : undefined;
  const own = error.message === '' ? (codeOf(error) ?? error.name) : error.message;
  return cause === undefined || own.includes(cause) ? own : `${own}: ${cause}`;
}

const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE']);

/** A request that was turned away did nothing. A server that restarted turns away the sessions it does not know. */
function httpFailure(error: SdkHttpError): CallFailure {
  const { status, message } = error;
  const reason = reasonOf(error);
  if (status === 404 || (status === 400 && /session/i.test(message))) return { type: 'unsent', reason };
  return { type: status < 500 ? 'refused' : 'unanswered', reason };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
