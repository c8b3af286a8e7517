import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, type RunState, secretValues } from '@planwright/core';
import { type CoordinationLog, createCoordinationLog } from '@planwright/runtime/node';
import type { CommandContext } from './command.js';
import type { Coordination } from './load-coordination.js';
import { remark } from './output/remark.js';
import type { Project } from './project.js';

/**
 * Where what agents do is written down for people and scripts: `.planwright/logs/<run>/`; undefined where the configuration
 * wants none. A process that knows no configuration goes on with what others began, so that the status stays true.
 */
export function coordinationLog(
  { stateFolder }: Project,
  { system, out }: CommandContext,
  coordination: Coordination | undefined,
): CoordinationLog | undefined {
  if (coordination?.config.ui.logging === false) return undefined;
  const folder = join(stateFolder, 'logs');
  const log = createCoordinationLog({
    folder,
    redact: createRedactor(secretValues(system.env)),
    onProblem: (message) => remark(out, 'warning', `the logs could not be written: ${message}`),
  });
  if (coordination !== undefined) return log;
  const isBegun = ({ id, coordination: own }: RunState): boolean => own !== null && existsSync(join(folder, id));
  return {
    ...log,
    write: (state, events) => {
      if (isBegun(state)) log.write(state, events);
    },
  };
}
