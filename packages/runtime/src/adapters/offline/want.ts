import { foldText } from './words.js';

/** What kind of lines a task asks for. */
export type Want = 'definitions' | 'uses' | 'tests' | 'documents' | 'anything';

/** In the order in which they decide. */
const patterns: readonly (readonly [Want, RegExp])[] = [
  ['documents', /\b(?:documents?|docs|documentation|documentacao)\s+(?:say|says|tell|diz|dizem)\b/],
  [
    'tests',
    /\b(?:which|what|find the|find|quais|os)\s+(?:tests?|testes?)\b(?!\s+(?:command|script|run|are))|\b(?:tested|testad[oa]s?|covered by)\b/,
  ],
  ['definitions', /\b(?:defin(?:ed|ition|itions|es|e|id[oa]s?)|declar(?:ed|ation|es|e|ad[oa]s?))\b/],
  [
    'uses',
    /\b(?:used|uses|use|usages?|called|calls|callers?|imported|imports|importers?|usad[oa]s?|usam|chamad[oa]s?|importad[oa]s?)\b/,
  ],
];

export function wantOf(text: string): Want {
  const folded = foldText(text);
  const wanted = patterns.filter(([, pattern]) => pattern.test(folded)).map(([want]) => want);
  // "Where is it defined and used?" asks for both.
  if (wanted[0] === 'definitions' && wanted[1] === 'uses') return 'anything';
  return wanted[0] ?? 'anything';
}

const asking = words(`
  defined definition definitions defines define declared declaration declares declare called caller callers imported
  importers usage usages tested definido definida definidos definidas declarado declarada chamado chamada importado importada
  testado testada say says tell diz dizem documents
`);
const askingForUses = words('import imports call calls caller callers user users');
const askingForTests = words('test tests cover covers covering exercise teste testes cobrem cobre');

/** Whether a folded word only says what is wanted of the subject, and is not the subject. */
export function saysWhatIsWanted(word: string, want: Want): boolean {
  if (asking.has(word)) return true;
  return (want === 'tests' && askingForTests.has(word)) || (want === 'uses' && askingForUses.has(word));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
