type FailedResponse = {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
};

/** When a provider said to come back: `retry-after-ms`, `retry-after` as seconds or a date, or Google's delay in the body. */
export function retryAfterMs({ headers = {}, body = '' }: FailedResponse, nowMs: number): number | undefined {
  const seconds = headers['retry-after'] ?? /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1];
  const found = [
    Number(headers['retry-after-ms'] ?? NaN),
    Number(seconds ?? NaN) * 1000,
    Date.parse(seconds ?? '') - nowMs,
  ];
  const ms = found.find(Number.isFinite);
  return ms === undefined ? undefined : Math.max(0, Math.round(ms));
}
