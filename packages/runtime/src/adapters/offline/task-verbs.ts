import { foldText } from './words.js';

/** The agent that an order for a change is for, by its first verb. Beginnings of folded words: `adicion` for adicione. */
const english: Readonly<Record<string, string>> = {
  ...verbs(
    'add allow build bump change configure convert correct create delete disable drop enable extend fix generate handle implement improve integrate introduce make migrate modify optimise optimize port prevent provide publish remove repair replace rewrite set speed stop support switch translate turn update upgrade use write deploy install',
    'coder',
  ),
  ...verbs('refactor rename extract split merge move restructure simplify clean deduplicate', 'refactor'),
  ...verbs('document', 'writer'),
  ...verbs('review audit', 'reviewer'),
  ...verbs('debug diagnose investigate', 'diagnostics'),
  ...verbs('format', 'formatter'),
  ...verbs('commit push tag', 'git'),
  ...verbs('run execute', 'shell'),
  ...verbs('test verify validate', 'tester'),
};

const portuguese: Readonly<Record<string, string>> = {
  ...verbs(
    'adicion acrescent alter atualiz cri configur convert corrij corrig conserte exclu ger implement integr instal melhor migr modific mud otimiz remov apag reescrev substitu troc escrev suport traduz us publi',
    'coder',
  ),
  ...verbs('refator renome extra divid mov separ simplific mescl reestrutur', 'refactor'),
  ...verbs('document', 'writer'),
  ...verbs('revis', 'reviewer'),
  ...verbs('depur investig diagnost', 'diagnostics'),
  ...verbs('format', 'formatter'),
  ...verbs('execut rod', 'shell'),
  ...verbs('test verific valid', 'tester'),
};

function verbs(list: string, agent: string): Readonly<Record<string, string>> {
  return Object.fromEntries(list.split(' ').map((verb) => [verb, agent]));
}

/** The agent an English or Portuguese order starting with this word is for; undefined when it is no order for a change. */
export function agentForVerb(word: string, inPortuguese: boolean): string | undefined {
  const folded = foldText(word);
  if (!inPortuguese) return english[folded];
  const start = Object.keys(portuguese).find(
    (verb) => folded.startsWith(verb) && isPortugueseOrder(folded.slice(verb.length)),
  );
  return start === undefined ? undefined : portuguese[start];
}

/** The endings of an infinitive or of a command: `adicionar`, `adicione`, `adiciona`. */
function isPortugueseOrder(ending: string): boolean {
  return /^(?:[aei]r|[aei]|em|am|que|quem|ie|uir|ua|ui|ir)$/.test(ending);
}
