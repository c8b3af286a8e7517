import { describe, expect, it } from 'vitest';
import { planInText } from './plan-in-text.js';

const json = JSON.stringify({ goal: 'Ask for the weather', steps: [{ title: 'Ask', task: 'Ask the service once.' }] });

describe('an answer', () => {
  it('is a plan where it is the JSON of one', () => {
    expect(planInText(` ${json}\n`)).toMatchObject({
      goal: 'Ask for the weather',
      steps: [{ label: 'E1', title: 'Ask', agent: 'presenter' }],
    });
  });

  it.each([
    ['words', 'It is warm.'],
    ['a plan among words', `This is my plan: ${json}`],
    ['a plan with words behind it', `${json} and that is all`],
    ['other JSON', '{"warmest":"London"}'],
    ['JSON that is cut off', json.slice(0, -3)],
    ['a plan in words', '# Ask for the weather\n\n## E1 · Ask\n\nAsk the service once.'],
  ])('is none where it is %s', (_, text) => {
    expect(planInText(text)).toBeUndefined();
  });
});
