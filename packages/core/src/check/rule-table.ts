import type { Rule } from './finding.js';
import { actionStated } from './rules/action-stated.js';
import { constraintsKept } from './rules/constraints-kept.js';
import { criteriaPresent } from './rules/criteria-present.js';
import { fileConflicts } from './rules/file-conflicts.js';
import { filesInProject } from './rules/files-in-project.js';
import { goalPresent } from './rules/goal-present.js';
import { implementationPresent } from './rules/implementation-present.js';
import { knownAgent } from './rules/known-agent.js';
import { knownDependencies } from './rules/known-dependencies.js';
import { knownReferences } from './rules/known-references.js';
import { measurableCriteria } from './rules/measurable-criteria.js';
import { noCycles } from './rules/no-cycles.js';
import { noDuplicates } from './rules/no-duplicates.js';
import { requirementsCovered } from './rules/requirements-covered.js';
import { runnableCommands } from './rules/runnable-commands.js';
import { stepCount } from './rules/step-count.js';
import { stepDuration } from './rules/step-duration.js';
import { stepSize } from './rules/step-size.js';
import { taskCount } from './rules/task-count.js';
import { taskPresent } from './rules/task-present.js';
import { titleLength } from './rules/title-length.js';
import { uniqueSteps } from './rules/unique-steps.js';

/** The rules in the order they run and are reported: what makes a plan impossible first, what makes it poor last. */
export const ruleTable: readonly Rule[] = [
  goalPresent,
  stepCount,
  uniqueSteps,
  knownDependencies,
  noCycles,
  knownReferences,
  taskPresent,
  knownAgent,
  requirementsCovered,
  constraintsKept,
  filesInProject,
  titleLength,
  criteriaPresent,
  measurableCriteria,
  runnableCommands,
  implementationPresent,
  actionStated,
  stepSize,
  stepDuration,
  taskCount,
  noDuplicates,
  fileConflicts,
];
