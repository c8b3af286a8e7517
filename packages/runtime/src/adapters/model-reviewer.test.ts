import { builtInAgentTable, checkPlan, fixPlan, mergeReview, oneStepPlan } from '@planwright/core';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../ports/model.js';
import { createModelReviewer } from './model-reviewer.js';
import type { ScriptInput } from './script-schema.js';
import { createScriptedModel } from './scripted-model.js';

const { signal } = new AbortController();
const agent = builtInAgentTable.find(({ name }) => name === 'reviewer');
const [step] = oneStepPlan('Add a limit').steps;
const plan = { ...oneStepPlan('Add a limit'), steps: step ? [{ ...step, criteria: ['Works properly'] }] : [] };
const check = checkPlan(plan, { source: 'drafted' });
const order = { task: 'Add a limit', plan, context: '', findings: check.findings };

function reviewer(script: ScriptInput) {
  if (agent === undefined) throw new Error('there is no reviewer');
  const scripted = createScriptedModel(script, { name: 'm' });
  const requests: ModelRequest[] = [];
  const model = {
    name: 'm',
    reply: (request: ModelRequest, options: Parameters<typeof scripted.reply>[1]) => (
      requests.push(request),
      scripted.reply(request, options)
    ),
  };
  return { review: createModelReviewer({ model, agent }), requests };
}

const finding = { dimension: 'completeness', severity: 'critical', step: null, message: 'the cache is forgotten' };
const criteria = [{ step: 'E1', instead: 'Works properly', criterion: 'the 61st request in 60 s gets 429' }];

describe('a model that reviews a plan', () => {
  it('answers by schema, as the reviewer, with the plan in the request itself', async () => {
    const { review, requests } = reviewer({
      replies: [{ text: JSON.stringify({ findings: [finding] }), usage: { inputTokens: 5 } }],
    });
    expect(await review(order, { signal })).toEqual({ review: { findings: [finding] }, usage: { inputTokens: 5 } });
    expect(requests).toMatchObject([{ phase: 'check', agent: 'reviewer', tools: [], output: { name: 'review' } }]);
    expect(requests[0]?.messages[0]?.text).toContain('Works properly');
  });

  it('adds to what the rules found', async () => {
    const { review } = reviewer({ replies: [{ text: JSON.stringify({ findings: [finding] }) }] });
    const { review: found = { findings: [] } } = await review(order, { signal });
    const merged = mergeReview(check, found, plan);
    expect(merged.critical).toBe(check.critical + 1);
    expect(merged.findings).toEqual(expect.arrayContaining([...check.findings]));
  });

  it('says how a vague criterion can be measured, and that is what the fix writes', async () => {
    const { review } = reviewer({ replies: [{ text: JSON.stringify({ findings: [], criteria }) }] });
    const { review: found } = await review(order, { signal });
    const fixed = fixPlan(plan, { source: 'drafted', betterCriteria: found?.criteria });
    expect(fixed.plan.steps[0]?.criteria).toEqual(['the 61st request in 60 s gets 429']);
  });

  it('is asked again when its answer has another form', async () => {
    const { review, requests } = reviewer({
      replies: [
        { text: 'Looks good to me!', usage: { inputTokens: 1 } },
        { text: '{"findings": []}', usage: { inputTokens: 1 } },
      ],
    });
    expect(await review(order, { signal })).toEqual({ review: { findings: [] }, usage: { inputTokens: 2 } });
    expect(requests[1]?.messages.at(-1)?.text).toContain('cannot be used');
  });

  it.each([
    ['cannot be read', { otherwise: { text: 'Looks good to me!', usage: { inputTokens: 1 } } }, { inputTokens: 2 }],
    ['fails', { otherwise: { error: { status: 401, message: 'no key' } } }, undefined],
  ])('is no review where it %s, and says so', async (_, script, usage) => {
    const reviewed = await reviewer(script).review(order, { signal });
    expect(reviewed.review).toBeUndefined();
    expect(reviewed.note).toMatch(/^no model reviewed the plan: /);
    expect(reviewed.usage).toEqual(usage);
  });

  it('ends at once when it is stopped', async () => {
    const stop = new AbortController();
    const { review } = reviewer({ otherwise: { text: '{"findings": []}', delayMs: 60_000 } });
    const reviewing = review(order, { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(reviewing).rejects.toThrow('stopped');
  });
});
