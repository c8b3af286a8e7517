#!/usr/bin/env node
import { processSystem } from './process-system.js';
import { runProgram } from './program.js';

const system = processSystem();
const exit = await runProgram(system);
// What was written last may still be on its way to a slow reader.
process.stdout.write('', () => process.exit(exit));
