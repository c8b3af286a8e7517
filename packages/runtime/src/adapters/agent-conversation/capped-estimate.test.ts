import { describe, expect, it } from 'vitest';
import { roughEstimate } from '../../metered-model.js';
import { aRequest } from '../../testing/a-request.js';
import { cappedEstimate } from './capped-estimate.js';

describe('a call of an agent program', () => {
  it('reserves its cap', () => {
    expect(cappedEstimate({ tokens: 200_000, costUsd: 1.5 })(aRequest())).toEqual({ tokens: 200_000, costUsd: 1.5 });
  });

  it('reserves for what no cap is set what its prompt comes to, at a price nobody knows', () => {
    const { tokens } = roughEstimate(aRequest());
    expect(cappedEstimate({ costUsd: 1.5 })(aRequest())).toEqual({ tokens, costUsd: 1.5 });
    expect(cappedEstimate()(aRequest())).toEqual({ tokens, costUsd: null });
  });
});
