import type { Step } from '../../plan/step.js';
import { stated } from '../../shared/stated.js';
import { unlessEmpty } from '../../shared/unless-empty.js';
import { writeField } from './field-form.js';
import { markKey, type TaskMark } from './planwright-mark.js';
import { convergenceForm, filesForm, implementationForm, metaForm, referenceForm, scopeForm } from './task-fields.js';
import { commandsIn, verificationOf } from './verification-commands.js';
import { withExtra } from './with-extra.js';
import type { CliExecution } from './write-execution.js';

export type TaskContext = {
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** Those of `dependsOn` that the step's author did not write. */
  readonly implied: readonly string[];
  readonly execution: CliExecution;
};

/** A step as the data of its task file. Nothing is added that the plan does not say. */
export function taskData(step: Step, context: TaskContext): ReturnType<typeof withExtra> {
  const { scope, convergence, files, implementation, reference, meta, status = 'pending', ...extra } = step.extra;
  const ours = {
    id: context.id,
    title: step.title,
    description: step.task,
    action: step.action,
    scope: writeField(scopeForm, step.scope, scope),
    depends_on: context.dependsOn,
    convergence: writeField(
      convergenceForm(step.verify),
      { criteria: step.criteria, verify: step.verify },
      convergence,
    ),
    files: writeField(filesForm, step.files, files),
    implementation: writeField(implementationForm, step.implementation, implementation),
    reference: writeField(referenceForm, step.reference, reference),
    rationale: step.rationale ?? undefined,
    test: step.test ?? undefined,
    risks: step.risks ?? undefined,
    code_skeleton: step.codeSkeleton ?? undefined,
    meta: writeField(metaForm, { agent: step.agent }, meta),
    cli_execution: context.execution,
    status,
    [markKey]: markOf(step, context),
  };
  return withExtra(ours, extra);
}

function markOf(step: Step, { implied }: TaskContext): TaskMark {
  const told = commandsIn(verificationOf(step.verify)) ?? [];
  const isTold = told.length === step.verify.length && told.every((command, index) => command === step.verify[index]);
  return {
    id: step.id,
    label: step.label,
    ...stated({
      alias: step.alias,
      implied: unlessEmpty([...implied]),
      verify: isTold ? undefined : step.verify,
      onFailure: step.onFailure,
      runsOnError: step.runsOnError,
      execution: step.execution === undefined ? ('derived' as const) : undefined,
    }),
  };
}
