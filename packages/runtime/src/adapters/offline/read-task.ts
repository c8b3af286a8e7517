import { isPortuguese, isStopWord } from './stop-words.js';
import { agentForVerb } from './task-verbs.js';
import { foldText } from './words.js';

/** One order within a task, and the agent it is for. */
export type Order = { readonly text: string; readonly agent: string };

/** What a task wants: to know something, or to have something changed. */
export type TaskReading =
  | { readonly type: 'question'; /** Neither a question nor an order was recognised. */ readonly isGuess: boolean }
  | { readonly type: 'change'; readonly orders: readonly Order[]; readonly isFix: boolean };

const questionStart =
  /^(?:what|where|which|who|whose|why|when|how|is|are|does|do|did|can|could|should|will|has|have|was|were|o que|onde|qual|quais|quem|por ?que|porque|quando|como|existe|existem|ha|quantos|quantas)\b/;
const readingVerb =
  /^(?:explain|list|find|show|describe|summari[sz]e|tell|count|compare|locate|search|look|read|outline|identify|give|analy[sz]e|check|trace|explore|inspect|understand|explique|liste|listar|encontr(?:e|ar)|ache|mostr(?:e|ar)|descrev(?:a|er)|resum(?:a|ir)|diga|cont(?:e|ar)|compar(?:e|ar)|procur(?:e|ar)|busqu?(?:e|ar)|leia|ler|analis(?:e|ar)|identifi(?:que|car)|explor(?:e|ar))\b/;
const politeness =
  /^(?:(?:please|kindly|hi|hello|hey|ok|so|now|por favor|ola|agora)[,!.]?\s+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i (?:want|need)(?: you)? to |let'?s |we (?:need|want) to |voce pode(?:ria)? |(?:eu )?(?:quero|preciso|gostaria de) (?:que voce )?|vamos )+/;
const demand = /\b(?:should|must|needs? to|has to|have to|deve(?:m|ria)?|precisa(?:m)?)\b/;
const fault =
  /\b(?:bugs?|broken|fails?|failing|crash(?:es)?|regression|wrong|incorrect|does ?n[o']t work|erro|falha|quebrad[oa]|nao funciona)\b/;
const fixing = /^(?:fix|repair|correct|corrij|corrig|consert)/;

export function readTask(task: string): TaskReading {
  const text = withoutPoliteness(task.trim());
  const folded = foldText(text);
  const inPortuguese = isPortuguese(text);
  const orders = ordersIn(text, inPortuguese);
  const isFix = orders.some((order) => fixing.test(foldText(order.text))) || fault.test(folded);
  if (questionStart.test(folded)) return { type: 'question', isGuess: false };
  if (orders.length > 0) return { type: 'change', orders, isFix };
  if (readingVerb.test(folded) || text.endsWith('?')) return { type: 'question', isGuess: false };
  if (demand.test(folded) || fault.test(folded)) return { type: 'change', orders: [{ text, agent: 'coder' }], isFix };
  return { type: 'question', isGuess: true };
}

/** "Could you please add …?" asks for a change, politely. */
function withoutPoliteness(text: string): string {
  // Folding may change the length, so the greeting is measured in the text as it stands.
  const folded = text.toLowerCase();
  const polite = politeness.exec(folded)?.[0] ?? '';
  const rest = text.slice(polite.length).trim();
  return polite === '' || rest === '' ? text : rest;
}

const listItem = /^\s*(?:[-*+•]|\(?\d{1,2}[.)])\s+/;
const mostOrders = 8;

/** The orders of a task in their order: items of a list, sentences, and parts joined by "and then" or "and <verb>". */
function ordersIn(text: string, inPortuguese: boolean): readonly Order[] {
  const orders: Order[] = [];
  const before: string[] = [];
  for (const part of partsOf(text)) {
    const last = orders.at(-1);
    const agent = agentFor(part, inPortuguese) ?? (last && isToBeWrittenDown(part) ? 'writer' : undefined);
    if (agent !== undefined && orders.length < mostOrders) orders.push({ text: part, agent });
    // What is no order says more about the one before it.
    else if (last)
      orders[orders.length - 1] = { ...last, text: `${last.text}${/[.;]$/.test(last.text) ? '' : '.'} ${part}` };
    else before.push(part);
  }
  return [...changeBefore(before, orders, inPortuguese), ...orders];
}

/** Who comes after a change: what they are told to do is about it. */
const afterwards = new Set(['tester', 'writer', 'shell', 'git']);

/** Where all orders are only about a change, what stands before them is the change, though nobody knows its verb. */
function changeBefore(parts: readonly string[], orders: readonly Order[], inPortuguese: boolean): readonly Order[] {
  const text = parts.join('. ');
  const folded = foldText(text);
  const first = /^\p{L}*/u.exec(folded)?.[0] ?? '';
  const isOrder = !isStopWord(first, inPortuguese) && !readingVerb.test(folded) && /\s/.test(text.trim());
  return isOrder && orders.length > 0 && orders.every(({ agent }) => afterwards.has(agent))
    ? [{ text, agent: 'coder' }]
    : [];
}

function partsOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const items = lines.filter((line) => listItem.test(line));
  const units = items.length > 1 ? lines.map((line) => line.replace(listItem, '')) : [text.replace(/\s*\n\s*/g, ' ')];
  const sequence =
    /\s*(?:[.;]\s+|,?\s+(?:and\s+)?(?:then|finally|afterwards)\b,?\s*|,?\s+(?:e\s+)?(?:depois|em seguida|por fim|ent[aã]o)\b,?\s*)/giu;
  return units
    .flatMap((unit) => unit.split(sequence))
    .flatMap(splitAtJoinedVerb)
    .map((part) => part.trim().replace(/^(?:and|e|also|tamb[eé]m)\s+/iu, ''))
    .filter((part) => part !== '');
}

/** "add a flag and document it" holds two orders; "add a flag and a test" and "add tests and support for it" hold one. */
function splitAtJoinedVerb(part: string): readonly string[] {
  const joint = /(?:,?\s+(?:and|e)|,)\s+(?=(\p{L}+)(?!\s+(?:for|of|de|para)\b))/giu;
  const inPortuguese = isPortuguese(part);
  const pieces: string[] = [];
  let from = 0;
  for (const match of part.matchAll(joint)) {
    const next = match.index + match[0].length;
    if (agentForVerb(match[1] ?? '', inPortuguese) === undefined && !isToBeWrittenDown(part.slice(next))) continue;
    pieces.push(part.slice(from, match.index));
    from = next;
  }
  return [...pieces, part.slice(from)];
}

const document = /\b(?:README|CHANGELOG|documentation|docs?)\b/i;

/** After a change, "describe it in docs/guide.md" asks for text, where alone it would ask to be told. */
function isToBeWrittenDown(part: string): boolean {
  return (
    /^(?:describe|explain|mention|note|summari[sz]e|descrev(?:a|er)|expli(?:que|car)|resum(?:a|ir))\b/i.test(part) &&
    document.test(part)
  );
}

function agentFor(part: string, inPortuguese: boolean): string | undefined {
  const [first = '', second = ''] = part.split(/\s+/);
  const agent = agentForVerb(first.replace(/[^\p{L}]/gu, ''), inPortuguese);
  if (agent === undefined) return undefined;
  const isAboutTests = /^(?:the |all |os |todos )?(?:unit )?test/i.test(part.slice(first.length).trim());
  // Without the command itself, somebody has to find out what to run.
  if (agent === 'shell') return isAboutTests ? 'tester' : part.includes('`') ? 'shell' : 'coder';
  if (agent === 'coder' && document.test(part) && !/\.(?!md)\w{1,4}\b/.test(part)) return 'writer';
  if (agent === 'coder' && /^depend/i.test(second)) return 'deps';
  return agent;
}
