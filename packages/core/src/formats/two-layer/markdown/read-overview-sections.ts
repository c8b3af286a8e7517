import { stated } from '../../../shared/stated.js';
import { unlessEmpty } from '../../../shared/unless-empty.js';
import { fixRisks, fixSeverities, fixStrategies, planLevels } from '../overview-schema.js';
import { type OverviewName, overviewNames } from './label-names.js';
import { barFields, barTexts, saysNothing, textOf } from './part-items.js';
import { readEach, type Unread } from './unread.js';
import type { Part } from './task-outline.js';

type Data = Record<string, unknown>;

/** The sections around the tasks as the data of `plan.json`. */
export function readOverviewSections(parts: readonly Part[], isFix: boolean, unread: Unread): Readonly<Data> {
  const data: Data = {};
  const fix: Data = {};
  for (const part of parts) {
    const name = overviewNames.get(part.key);
    if (name !== undefined) readers[name](part, { data, fix, unread });
    else if (textOf(part) !== '' && !isTasksHeading(part)) unread(part, textOf(part));
  }
  if (isFix || unlessEmpty(fix)) return { ...data, fix_context: fix, _metadata: { plan_type: 'fix' } };
  return data;
}

type Target = { readonly data: Data; readonly fix: Data; readonly unread: Unread };

const readers: Readonly<Record<OverviewName, (part: Part, target: Target) => void>> = {
  summary: (part, { data }) => setText(data, 'summary', part),
  approach: (part, { data }) => setText(data, 'approach', part),
  rootCause: (part, { fix }) => setText(fix, 'root_cause', part),
  complexity: (part, { data, unread }) => setWord(data, 'complexity', part, { words: planLevels, unread }),
  strategy: (part, { fix, unread }) => setWord(fix, 'strategy', part, { words: fixStrategies, unread }),
  severity: (part, { fix, unread }) => setWord(fix, 'severity', part, { words: fixSeverities, unread }),
  risk: (part, { fix, unread }) => setWord(fix, 'risk_level', part, { words: fixRisks, unread }),
  time: (part, { data }) => {
    const text = textOf(part).replace(/^\s*[-*]?\s*\*{0,2}Total\*{0,2}\s*:?\*{0,2}\s*:?\s*/i, '');
    if (!saysNothing(text)) data['estimated_time'] = text;
  },
  designDecisions: (part, { data, unread }) => {
    const decisions = readEach(part, barTexts(part), readDecision, unread);
    if (decisions.length > 0) data['design_decisions'] = decisions;
  },
  dataFlow: (part, { data, unread }) => {
    const flow = readDataFlow(part, unread);
    if (unlessEmpty(flow)) data['data_flow'] = flow;
  },
};

function readDecision(text: string): object | undefined {
  const fields = barFields(text);
  const [decision, rationale] = [fields.get('decision'), fields.get('rationale')];
  if (decision === undefined || rationale === undefined) return undefined;
  return stated({ decision, rationale, tradeoff: fields.get('tradeoff') ?? fields.get('tradeoffs') });
}

const stageLine =
  /^Stage\s+([^:\n]+):\s*Input\s*=\s*([^\n]+?)\s*(?:→|->)\s*Output\s*=\s*([^|\n]+)\|\s*Component\s*=\s*([^|\n]+)(?:\|\s*Transforms\s*=\s*([^\n]+))?$/i;
const flowLine = /^(Diagram|Stages|Dependencies)\s*:\s*([^\n]*)$/i;

/** Line by line, because its labels, stages and drawings are written in every mixture of lists and fences. */
function readDataFlow(part: Part, unread: Unread): object {
  const drawing: string[] = [];
  const stages: object[] = [];
  let dependencies: readonly string[] | undefined;
  const readLine = (line: string): true | undefined => {
    const [, name = '', said = ''] = flowLine.exec(line) ?? [];
    const stage = readStage(name === '' ? line : said);
    if (stage) stages.push(stage);
    else if (/^dep/i.test(name)) dependencies = listed(said);
    else if (/^dia/i.test(name) && said !== '') drawing.push(said);
    else if (name === '' && /→|->|-->|\|/.test(line)) drawing.push(line);
    else if (name === '' || said !== '') return undefined;
    return true;
  };
  const lines = [part.rest, ...part.lines].map(withoutMarks).filter((line) => line !== '');
  readEach(part, lines, readLine, unread);
  return stated({ diagram: unlessEmpty(drawing)?.join('\n'), stages: unlessEmpty(stages), dependencies });
}

function readStage(line: string): object | undefined {
  const [, stage, input, output, component, transforms] = stageLine.exec(line)?.map((text) => text.trim()) ?? [];
  if (stage === undefined) return undefined;
  return stated({ stage, input, output, component, transformations: transforms && listed(transforms) });
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !saysNothing(each));
}

/** Without fences, list marks and bold. */
function withoutMarks(line: string): string {
  return line
    .replace(/^\s*(?:```\w*|~~~\w*)\s*$/, '')
    .replace(/^\s*[-*+]\s+/, '')
    .replace(/\*\*/g, '')
    .trim();
}

function setText(target: Data, key: string, part: Part): void {
  if (!saysNothing(textOf(part))) target[key] = textOf(part);
}

function setWord(
  target: Data,
  key: string,
  part: Part,
  { words, unread }: { readonly words: readonly string[]; readonly unread: Unread },
): void {
  const said = textOf(part)
    .replace(/[*`[\]{}.]/g, '')
    .trim();
  const word = words.find((each) => each.toLowerCase() === said.toLowerCase().replace(/[\s-]+/g, '_'));
  if (word !== undefined) target[key] = word;
  else unread(part, said);
}

/** `## Task Breakdown`, with a sentence below it or none. */
function isTasksHeading({ key }: Part): boolean {
  return key === 'taskbreakdown' || key === 'tasks';
}
