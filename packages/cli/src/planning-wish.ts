import {
  areaLimits,
  angleTable,
  isAngleName,
  parseJson,
  type PlanningWish,
  planningWishSchema,
  PlanwrightError,
  stated,
} from '@planwright/core';
import { choice } from './choice.js';
import type { CommandContext, Flags } from './command.js';
import { didYouMean } from './nearest.js';
import { readText } from './read-text.js';
import { complexities, severities, taskKinds } from './setting-values.js';

const severityNames = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } as const;
const mostAngles = 5;
/** Far more than a planner can be told; what is larger was named by mistake. */
const mostAnalysis = 200_000;

export type ExplorationWish = Pick<PlanningWish, 'kind' | 'complexity' | 'angles' | 'refresh'>;

/** How a task is to be looked at. Throws `usage-wrong`. */
export function explorationWish(flags: Flags): ExplorationWish {
  return stated({
    kind: chosen(flags, 'kind', taskKinds),
    complexity: chosen(flags, 'complexity', complexities),
    angles: anglesIn(flags.text('angles')),
    refresh: flags.has('refresh') ? true : undefined,
  });
}

/** How a task is to be planned. Throws `usage-wrong`, and `file-unreadable` for an analysis that cannot be had. */
export async function planningWish({ flags, system }: CommandContext): Promise<Partial<PlanningWish>> {
  const file = flags.text('from-analysis');
  const severity = chosen(flags, 'severity', severities);
  return {
    ...explorationWish(flags),
    ...stated({
      // A fault has a severity; something new has none.
      kind: severity === undefined ? undefined : chosen(flags, 'kind', taskKinds, 'fix'),
      severity: severity && severityNames[severity],
      analysis: file === undefined ? undefined : analysisIn(file, await readText(system, file)),
      areas: areasIn(flags.values.get('collaborate')),
    }),
    ...(await schemaIn(flags.text('schema'), system)),
    ...(flags.has('no-explore') || file !== undefined ? { explore: false } : {}),
    clarify: flags.has('yes') ? 'recommended' : 'ask',
  };
}

function chosen<Word extends string>(flags: Flags, name: string, words: readonly Word[], otherwise?: Word) {
  const given = flags.text(name);
  return given === undefined ? otherwise : choice(`--${name}`, given, words);
}

function areasIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const { least, most } = areaLimits;
  const count = /^[0-9]$/.test(given) ? Number(given) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new PlanwrightError('usage-wrong', `--collaborate: expected ${least} to ${most} areas, found "${given}"`);
}

function analysisIn(file: string, text: string): string {
  const analysis = text.trim();
  if (analysis === '') throw new PlanwrightError('usage-wrong', `--from-analysis: ${file} is empty`);
  if (analysis.length > mostAnalysis)
    throw new PlanwrightError(
      'usage-wrong',
      `--from-analysis: ${file} has ${analysis.length} characters; at most ${mostAnalysis} are planned from`,
    );
  return analysis;
}

/** A schema that cannot be had is no reason not to plan: the built-in form is used, and the plan says so. */
async function schemaIn(
  file: string | undefined,
  system: CommandContext['system'],
): Promise<Pick<PlanningWish, 'schema' | 'notes'>> {
  if (file === undefined) return {};
  const notUsed = (why: string) => ({ notes: [`--schema ${file} is not used, the built-in form is: ${why}`] });
  try {
    const parsed = parseJson(await readText(system, file));
    if (!parsed.ok) return notUsed(`it is no JSON: ${parsed.message}`);
    const schema = planningWishSchema.shape.schema.safeParse(parsed.value);
    return schema.success && schema.data ? { schema: schema.data } : notUsed('a JSON Schema is an object');
  } catch (error) {
    if (!PlanwrightError.is(error)) throw error;
    return notUsed(error.message);
  }
}

function anglesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  const wrong = names.find((name) => !isAngleName(name));
  if (wrong !== undefined) throw wrongAngles(`"${wrong}" is no angle${didYouMean(wrong, Object.keys(angleTable))}`);
  if (names.length === 0 || names.length > mostAngles)
    throw wrongAngles(`expected 1 to ${mostAngles} angles, found ${names.length}`);
  return names;
}

function wrongAngles(message: string): PlanwrightError {
  const hint = `angles are small letters, digits and hyphens; those with a description are ${Object.keys(angleTable).join(', ')}`;
  return new PlanwrightError('usage-wrong', `--angles: ${message}`, { details: { hint } });
}
