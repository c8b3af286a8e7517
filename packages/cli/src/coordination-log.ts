import { join } from 'node:path';
import { createRedactor, secretValues } from '@planwright/core';
import { type CoordinationLog, createCoordinationLog } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import { remark } from './output/remark.js';
import type { Project } from './project.js';

/** Where what agents do is written down for people and scripts: `.planwright/logs/<run>/`. */
export function coordinationLog({ stateFolder }: Project, { system, out }: CommandContext): CoordinationLog {
  return createCoordinationLog({
    folder: join(stateFolder, 'logs'),
    redact: createRedactor(secretValues(system.env)),
    onProblem: (message) => remark(out, 'warning', `the logs could not be written: ${message}`),
  });
}
