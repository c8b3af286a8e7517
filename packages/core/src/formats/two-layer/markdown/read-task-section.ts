import { stepActionSchema } from '../../../plan/step.js';
import { isObject } from '../../../plan/parse/plan-within.js';
import { isUnsafeKey } from '../../../plan/parse/tolerant-json.js';
import { stated } from '../../../shared/stated.js';
import { unlessEmpty } from '../../../shared/unless-empty.js';
import { inCase } from '../fix-context.js';
import { planLevels } from '../overview-schema.js';
import { normalTaskId } from '../task-ids.js';
import { commandsIn } from '../verification-commands.js';
import { type TaskLabel, taskLabels } from './label-names.js';
import {
  barFields,
  itemsOf,
  namedItems,
  namedList,
  namedText,
  barTexts,
  saysNothing,
  textOf,
  textsOf,
} from './part-items.js';
import { readFileItem } from './read-file-item.js';
import { readSkeleton } from './read-skeleton.js';
import type { Part, TaskSection } from './task-outline.js';
import { readEach, type Unread } from './unread.js';

type Data = Record<string, unknown>;
type ReadPart = (part: Part, unread: Unread) => Data;

/** A section as the data of a task file. What is not there is left out; what cannot be read is reported. */
export function readTaskSection({ id, title, lead, parts }: TaskSection, unread: Unread): Readonly<Data> {
  const data: Data = { id, ...stated({ title: title === '' ? undefined : title }) };
  for (const part of parts) {
    const label = taskLabels.get(part.key);
    const found = label === undefined ? unknownField(part, data, unread) : readers[label](part, unread);
    for (const [key, value] of Object.entries(found)) data[key] = merged(data[key], value);
  }
  const said = lead.join('\n').trim();
  if (said !== '') data['description'] ??= said;
  return data;
}

/** Criteria and their verification are written apart and belong together. */
function merged(before: unknown, value: unknown): unknown {
  return isObject(before) && isObject(value) ? { ...before, ...value } : value;
}

const readers: Readonly<Record<TaskLabel, ReadPart>> = {
  scope: (part) => textField('scope', part),
  description: (part) => textField('description', part),
  agent: (part) => (saysNothing(textOf(part)) ? {} : { meta: { agent: textOf(part) } }),
  action: (part, unread) => {
    const [word = ''] = /[A-Za-z]+/.exec(textOf(part)) ?? [];
    const action = inCase(word, stepActionSchema.options) ?? '';
    if (stepActionSchema.safeParse(action).success) return { action };
    unread(part, textOf(part));
    return {};
  },
  files: (part, unread) => {
    const files = itemsOf(part).flatMap((item) =>
      readEach(part, [item.text], (text) => readFileItem(text, item.children), unread),
    );
    return files.length > 0 ? { files } : {};
  },
  implementation: (part) => listField('implementation', textsOf(part)),
  criteria: (part) => (textsOf(part).length > 0 ? { convergence: { criteria: textsOf(part) } } : {}),
  dependsOn: (part, unread) => {
    const text = textOf(part);
    const ids = [...text.matchAll(/\b(?:TASK|FIX|IMPL|T)-?[0-9]+\b/gi)].map(([id]) => normalTaskId(id));
    if (ids.length === 0 && !saysNothing(text)) unread(part, text);
    return { depends_on: [...new Set(ids)] };
  },
  reference: (part, unread) => {
    const named = namedItems(part, ['pattern', 'files', 'examples']);
    for (const text of named.unnamed) unread(part, text);
    const reference = stated({
      pattern: namedText(named, 'pattern'),
      files: namedList(named, 'files', /\s*,\s*/)?.map((path) => path.replace(/`|\*\*/g, '')),
      examples: namedText(named, 'examples'),
    });
    return unlessEmpty(reference) ? { reference } : {};
  },
  rationale: (part, unread) => {
    const named = namedItems(part, ['chosenapproach', 'alternativesconsidered', 'decisionfactors', 'tradeoffs']);
    for (const text of named.unnamed) unread(part, text);
    const rationale = stated({
      chosen_approach: namedText(named, 'chosenapproach'),
      alternatives_considered: namedList(named, 'alternativesconsidered', /\s*[,;]\s+/),
      decision_factors: namedList(named, 'decisionfactors', /\s*[,;]\s+/),
      tradeoffs: namedText(named, 'tradeoffs'),
    });
    return unlessEmpty(rationale) ? { rationale } : {};
  },
  verification: readVerification,
  risks: (part, unread) => {
    const risks = readEach(part, barTexts(part), readRisk, unread);
    return risks.length > 0 ? { risks } : {};
  },
  skeleton: (part, unread) => {
    const skeleton = readSkeleton(part, unread);
    return unlessEmpty(skeleton) ? { code_skeleton: skeleton } : {};
  },
};

/** Tests by their kinds; or one line that is the command itself. */
function readVerification(part: Part, unread: Unread): Data {
  const named = namedItems(part, ['unittests', 'integrationtests', 'manualchecks', 'successmetrics']);
  const [line, ...more] = named.unnamed;
  const isCommand = line !== undefined && more.length === 0 && commandsIn(line) !== undefined;
  if (!isCommand) for (const text of named.unnamed) unread(part, text);
  const test = stated({
    unit: namedList(named, 'unittests', /\s*[,;]\s+/),
    integration: namedList(named, 'integrationtests', /\s*[,;]\s+/),
    // Commas belong to the sentences people follow.
    manual_checks: namedList(named, 'manualchecks', /\s*;\s+/),
    success_metrics: namedList(named, 'successmetrics', /\s*[,;]\s+/),
  });
  return {
    ...(unlessEmpty(test) ? { test } : {}),
    ...(isCommand ? { convergence: { verification: line.replace(/^`|`$/g, '') } } : {}),
  };
}

const levelLetters: Readonly<Record<string, string>> = { l: 'Low', m: 'Medium', h: 'High' };

function readRisk(text: string): object | undefined {
  const fields = barFields(text);
  const level = (name: string): string | undefined => {
    const word = fields.get(name);
    return word === undefined ? undefined : (levelLetters[word.toLowerCase()] ?? inCase(word, planLevels));
  };
  const description = fields.get('risk') ?? fields.get('description');
  const [probability, impact, mitigation] = [level('probability'), level('impact'), fields.get('mitigation')];
  const isRead = [probability, impact].every((word) => planLevels.some((known) => known === word));
  if (description === undefined || mitigation === undefined || !isRead) return undefined;
  return stated({ description, probability, impact, mitigation, fallback: fields.get('fallback') });
}

/** A label nobody knows is kept as a field nobody knows, and never in the place of another. */
function unknownField(part: Part, known: Readonly<Data>, unread: Unread): Data {
  unread(part, textOf(part));
  const key = part.name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return isUnsafeKey(key) || Object.hasOwn(known, key) ? {} : { [key]: textOf(part) };
}

function textField(key: string, part: Part): Data {
  return saysNothing(textOf(part)) ? {} : { [key]: textOf(part) };
}

function listField(key: string, items: readonly string[]): Data {
  return items.length > 0 ? { [key]: items } : {};
}
