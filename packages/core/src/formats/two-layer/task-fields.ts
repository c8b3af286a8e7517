import { isObject } from '../../plan/parse/plan-within.js';
import { type Step, type StepFile, stepFileSchema, stepSchema } from '../../plan/step.js';
import { stated } from '../../shared/stated.js';
import { unlessEmpty } from '../../shared/unless-empty.js';
import type { FieldForm } from './field-form.js';
import { commandsIn, verificationOf } from './verification-commands.js';

/** A text, or a list of texts for readers that know more than one scope. */
export const scopeForm: FieldForm<string | undefined> = {
  read: (written) => (typeof written === 'string' ? written : textsIn(written)?.join(', ')),
  write: (scope) => scope,
};

/** Bare paths were allowed once; `changes` says in a list what `change` says in a sentence. */
export const filesForm: FieldForm<readonly StepFile[]> = {
  read: (written) => {
    const files = Array.isArray(written) ? written.map(fileIn) : [];
    const known = files.flatMap((file) => file ?? []);
    return Array.isArray(written) && known.length === files.length ? known : undefined;
  },
  write: (files) => unlessEmpty(files),
};

function fileIn(written: unknown): StepFile | undefined {
  if (typeof written === 'string') return { path: written };
  if (!isObject(written)) return undefined;
  const { path, action, target, change = textsIn(written['changes'])?.join('; ') } = written;
  return stepFileSchema.safeParse(stated({ path, action, target, change })).data;
}

/** Texts, or objects with lists of details; the plan has one text for each. */
export const implementationForm: FieldForm<readonly string[]> = {
  read: (written) => {
    const steps = Array.isArray(written) ? written.map(implementationIn) : [];
    const known = steps.flatMap((step) => step ?? []);
    return Array.isArray(written) && known.length === steps.length ? known : undefined;
  },
  write: (steps) => steps,
};

const detailKeys = ['modification_points', 'logic_flow', 'actions'] as const;

function implementationIn(written: unknown): string | undefined {
  if (typeof written === 'string') return written;
  if (!isObject(written)) return undefined;
  const said = [written['title'], written['description']].filter((text) => typeof text === 'string');
  if (said.length === 0) return undefined;
  const details = detailKeys.flatMap((key) => textsIn(written[key]) ?? []);
  return [said.join(': '), ...(details.length > 0 ? [`(${details.join('; ')})`] : [])].join(' ');
}

/** Criteria and what proves them. */
export type Convergence = Pick<Step, 'criteria' | 'verify'>;

/**
 * `known` are the commands of a verification that was written from them. Any other verification that is not surely commands
 * stays as it was written and proves nothing here.
 */
export function convergenceForm(known: readonly string[] = []): FieldForm<Convergence> {
  const commands = (verification: string): readonly string[] | undefined =>
    known.length > 0 && verification === verificationOf(known) ? known : commandsIn(verification);
  return {
    read: (written) => {
      if (!isObject(written)) return undefined;
      const criteria = textsIn(written['criteria'] ?? []);
      const { verification = '' } = written;
      if (criteria === undefined || typeof verification !== 'string') return undefined;
      return { criteria, verify: [...(commands(verification) ?? [])] };
    },
    write: ({ criteria, verify }, kept) => {
      const { verification: before, ...rest } = isObject(kept) ? kept : {};
      const isProse = typeof before === 'string' && commands(before) === undefined;
      const verification = verify.length > 0 ? verificationOf(verify) : isProse ? before : undefined;
      return stated({ ...rest, criteria, verification });
    },
  };
}

export const referenceForm: FieldForm<Step['reference']> = {
  read: (written) => stepSchema.shape.reference.safeParse(written).data,
  write: (reference) => reference && stated({ ...reference, files: unlessEmpty(reference.files) }),
};

/** Other systems' names for agents of ours. */
const agentNames: ReadonlyMap<string, string> = new Map([
  ['code-developer', 'coder'],
  ['tdd-developer', 'coder'],
  ['test-fix-agent', 'tester'],
]);

/** `meta` says more than the agent; all else in it stays. */
export const metaForm: FieldForm<{ readonly agent?: string }> = {
  read: (written) => {
    if (!isObject(written)) return undefined;
    const { agent } = written;
    if (typeof agent !== 'string' || agent.trim() === '') return {};
    const name = agent.trim().replace(/^@/, '').toLowerCase();
    return { agent: agentNames.get(name) ?? name };
  },
  write: ({ agent }, kept) => ({ ...(isObject(kept) ? kept : {}), ...stated({ agent }) }),
};

/** The list, where it is one of texts. */
export function textsIn(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}
