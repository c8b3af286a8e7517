/** `npm run bench -- engine [--json] [--only name,name]`: figures as ratios against a bare loop measured in the same run. */
import { parseArgs } from 'node:util';
import type { Measurement } from './measurement.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
});

const suites: Readonly<
  Record<
    string,
    () => Promise<readonly { readonly name: string; readonly measure: () => Promise<readonly Measurement[]> }[]>
  >
> = {
  coordinate: async () => (await import('./coordinate.js')).coordinateSuite,
  engine: async () => (await import('./engine/suite.js')).engineSuite,
  explore: async () => (await import('./explore.js')).exploreSuite,
  models: async () => (await import('./model-call.js')).modelSuite,
  tools: async () => (await import('./tool-call.js')).toolSuite,
  workspace: async () => (await import('./workspace.js')).workspaceSuite,
};

const suite = suites[positionals[0] ?? 'engine'];
if (suite === undefined) {
  console.error(`unknown suite "${positionals[0] ?? ''}"; there is: ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}

const only = values.only?.split(',');
const results: Measurement[] = [];
for (const { name, measure } of await suite()) {
  if (only !== undefined && !only.includes(name)) continue;
  if (!values.json) console.error(`measuring ${name} …`);
  results.push(...(await measure()));
}
if (values.json) console.log(JSON.stringify({ node: process.version, results }, null, 2));
else for (const result of results) console.log(line(result));
process.exitCode = results.every((result) => result.met) ? 0 : 1;

function line({ name, value, unit, goal, met, detail }: Measurement): string {
  return `${met ? '✓' : '✗'} ${name}: ${value.toFixed(2)} ${unit} (goal ${goal}); ${detail}`;
}
