import { failureKindOf, modelError, type ModelFailureKind, type PlanwrightError, stated } from '@planwright/core';
import * as z from 'zod';
import type { Endpoint } from './endpoint.js';
import { retryAfterMs } from './retry-after.js';
import { withoutSecrets } from './without-secrets.js';

type FailedCall = { readonly name: string; readonly endpoint: Endpoint };

/** What we look at in the errors of the clients, whichever of them made it, and in those that come within a stream. */
const foreignErrorSchema = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  type: z.string().optional().catch(undefined),
  code: z.coerce.string().optional().catch(undefined),
  statusCode: z.number().optional().catch(undefined),
  responseHeaders: z.record(z.string(), z.string()).optional().catch(undefined),
  responseBody: z.string().optional().catch(undefined),
  cause: z.unknown(),
});
type ForeignError = z.infer<typeof foreignErrorSchema>;

/** The failure a client's error stands for. The error itself is not kept as its cause: it holds the whole request. */
export function callFailure(error: unknown, { name, endpoint }: FailedCall): PlanwrightError {
  const foreign = readError(error);
  const kind = kindOf(foreign);
  const { statusCode: status, responseHeaders: headers, responseBody: body } = foreign;
  const said = withoutSecrets(foreign.message, endpoint.key);
  const detail = [status === undefined || status < 400 ? '' : String(status), said]
    .filter((part) => part !== '')
    .join(': ');
  return modelError({
    kind,
    model: name,
    message: `${name} ${whatHappened(kind, endpoint)}${detail === '' ? '' : ` (${detail})`}`,
    ...stated({ status, retryAfterMs: retryAfterMs({ headers, body }, Date.now()) }),
  });
}

function readError(error: unknown): ForeignError {
  const { name, message, cause } = error instanceof Error ? error : { name: '', message: '', cause: undefined };
  const fields =
    typeof error === 'object' ? { ...error, name, cause, ...(message === '' ? {} : { message }) } : { message: error };
  return foreignErrorSchema.parse(fields);
}

/** Nothing is left to pay with. The providers tell it in different ways, and waiting does not help. */
const outOfCredit = /insufficient_quota|credit balance is too low/i;
/** Google and xAI call a wrong key a bad request. */
const badKey = /API_KEY_INVALID|api key (?:not valid|is invalid|expired)|(?:incorrect|invalid|expired) api key/i;
const noSuchModel = /model_not_found|\bmodel\b.{0,80}\b(?:does not exist|not found)/i;

function kindOf(error: ForeignError): ModelFailureKind {
  const { statusCode: status, message, responseBody = '' } = error;
  if (status === undefined) return kindByName(error);
  if (status < 400) return isBrokenConnection(error.cause) ? 'network' : 'unreadable';
  const text = `${message}\n${responseBody.slice(0, 4_000)}`;
  if (status === 402 || (status < 500 && outOfCredit.test(text))) return 'auth';
  if (status === 400 && badKey.test(text)) return 'auth';
  if ((status === 400 || status === 403) && noSuchModel.test(text)) return 'unknown';
  return (status >= 500 ? kindInBody(responseBody) : undefined) ?? failureKindOf(status);
}

/** The client for Anthropic makes a 500 of whatever error a stream begins with, and keeps it as the body. */
function kindInBody(body: string): ModelFailureKind | undefined {
  const [, name, type] = /^\{"(?:name":"(AI_\w+)"|type":"(\w+)")/.exec(body) ?? [];
  return name === undefined ? kindByWord(type) : kindsByName[name];
}

function isBrokenConnection(cause: unknown): boolean {
  return cause instanceof TypeError;
}

const kindsByName: Readonly<Record<string, ModelFailureKind>> = {
  AI_APICallError: 'network',
  TypeError: 'network',
  AI_LoadAPIKeyError: 'missing',
  AI_JSONParseError: 'unreadable',
  AI_TypeValidationError: 'unreadable',
  AI_InvalidResponseDataError: 'unreadable',
  AI_EmptyResponseBodyError: 'unreadable',
  AI_UnsupportedFunctionalityError: 'rejected',
  AI_InvalidPromptError: 'rejected',
  AI_InvalidArgumentError: 'rejected',
};

/** Errors within a stream have a word for their kind in place of a status. */
const kindsByWord: readonly (readonly [RegExp, ModelFailureKind])[] = [
  [/rate_limit|resource_exhausted/i, 'rate-limited'],
  [/authentication|permission|billing|insufficient_quota/i, 'auth'],
  [/not_found/i, 'unknown'],
  [/invalid_request|too_large/i, 'rejected'],
  [/timeout/i, 'timeout'],
];

function kindByName({ name, type = '', code = '' }: ForeignError): ModelFailureKind {
  return kindsByName[name] ?? kindByWord(`${type} ${code}`) ?? 'server';
}

function kindByWord(text = ''): ModelFailureKind | undefined {
  return kindsByWord.find(([word]) => word.test(text))?.[1];
}

function whatHappened(kind: ModelFailureKind, { url, keyVariable }: Endpoint): string {
  const place = withoutSecrets(url, undefined);
  switch (kind) {
    case 'missing':
      return `needs a key: set ${keyVariable}`;
    case 'auth':
      return `does not accept the key in ${keyVariable}`;
    case 'unknown':
      return `is not known at ${place}`;
    case 'rate-limited':
      return 'takes no more requests for now';
    case 'server':
      return 'failed on its side';
    case 'network':
      return `cannot be reached at ${place}, or the connection broke`;
    case 'timeout':
      return 'did not reply in time';
    case 'unreadable':
      return 'sent something that is no reply';
    case 'rejected':
      return 'refused the request';
  }
}
