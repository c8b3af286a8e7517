/** Several agents, one plan: each proposes, all vote, and the winner carries exactly that plan out. The agents here are scripts. */
import { coordinationOf, coordinationView } from '@planwright/core';
import { createRuntime } from '@planwright/runtime';
import { createModelCouncil, createPresenter, createScriptedModel } from '@planwright/runtime/node';

const plan = (title: string, ...tasks: readonly string[]): string =>
  JSON.stringify({ goal: title, steps: tasks.map((task, place) => ({ id: `E${place + 1}`, title: task, task })) });

/** Proposes a plan, votes for agent2's (which votes for agent1's), and does its steps with a word. */
const agent = (content: string, proposal: string) => ({
  model: createScriptedModel({
    replies: [
      { when: { label: 'propose' }, tools: [{ name: 'new_answer', args: { content } }] },
      { when: { label: 'vote' }, tools: [{ name: 'vote', args: { proposal, reason: 'it is the more complete one' } }] },
    ],
    otherwise: { text: 'done' },
  }),
  tools: () => Promise.resolve([]),
});
const agents = new Map([
  ['ada', agent(plan('Look', 'Read the README.'), 'agent2.1')],
  ['bob', agent(plan('Look twice', 'Read the README.', 'Read the tests.'), 'agent1.1')],
  ['cyd', agent(plan('Ask', 'Ask somebody who knows.'), 'agent2.1')],
]);

const nobody = { agents: [], work: () => Promise.reject(new Error('there is nobody else')) };
const root = process.cwd();
const runtime = createRuntime({
  worker: createPresenter(nobody, { agents, root }),
  council: createModelCouncil({ agents, root }),
});
const coordination = coordinationOf([...agents.keys()].map((id) => ({ id, model: 'script' })));
const run = await runtime.start({ task: 'Get to know the project' }, { coordination, planning: { explore: false } });
await run.rest();
const [attempt] = coordinationView(run.state());
console.log(
  `${attempt?.chosen?.agent} won:`,
  attempt?.tally.map(({ proposal, votes }) => `${proposal} ${votes}`).join(', '),
);

await run.approve();
await run.start();
console.log((await run.result()).report?.steps.map(({ label, status }) => `${label} ${status}`).join(', '));
await runtime.close();
