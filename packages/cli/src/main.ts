#!/usr/bin/env node
import { processSystem } from './process-system.js';
import { runProgram } from './program.js';

const system = processSystem();
const exit = await runProgram(system);
// What was written last may still be on its way to a slow reader. Where it cannot arrive, the stop listener ends the process.
process.stdout.write('', (error) => {
  if (error === null || error === undefined) process.exit(exit);
});
