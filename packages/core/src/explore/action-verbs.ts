import { englishForms, portugueseForms, withoutObject } from './verb-forms.js';
import { wordsOf } from './words.js';

/** What a task can ask to have done, by act. Words of one act count once, in whichever language: `test` and `testar`. */
const acts: readonly { readonly english: readonly string[]; readonly portuguese: readonly string[] }[] = [
  { english: ['implement'], portuguese: ['implementar'] },
  { english: ['add'], portuguese: ['adicionar', 'acrescentar'] },
  { english: ['create'], portuguese: ['criar'] },
  { english: ['fix'], portuguese: ['corrigir', 'consertar'] },
  { english: ['refactor'], portuguese: ['refatorar'] },
  { english: ['restructure'], portuguese: ['reestruturar'] },
  { english: ['write'], portuguese: ['escrever'] },
  { english: ['rewrite'], portuguese: ['reescrever'] },
  { english: ['test'], portuguese: ['testar'] },
  { english: ['deploy'], portuguese: ['implantar'] },
  { english: ['publish'], portuguese: ['publicar'] },
  { english: ['build'], portuguese: ['construir'] },
  { english: ['compile'], portuguese: ['compilar'] },
  { english: ['run', 'execute'], portuguese: ['rodar', 'executar'] },
  { english: ['update', 'upgrade'], portuguese: ['atualizar'] },
  { english: ['modify', 'edit'], portuguese: ['modificar', 'alterar', 'editar'] },
  { english: ['replace'], portuguese: ['substituir', 'trocar'] },
  { english: ['convert'], portuguese: ['transformar'] },
  { english: ['remove'], portuguese: ['remover'] },
  { english: ['delete'], portuguese: ['excluir', 'apagar', 'deletar'] },
  { english: ['rename'], portuguese: ['renomear'] },
  { english: ['move'], portuguese: ['mover'] },
  { english: ['migrate'], portuguese: ['migrar'] },
  { english: ['setup'], portuguese: ['preparar'] },
  { english: ['install'], portuguese: ['instalar'] },
  { english: ['configure'], portuguese: ['configurar'] },
  { english: ['integrate'], portuguese: ['integrar'] },
  { english: ['validate'], portuguese: ['validar'] },
  { english: ['verify'], portuguese: ['verificar'] },
  { english: ['review'], portuguese: ['revisar'] },
  { english: ['document'], portuguese: ['documentar'] },
  { english: ['split'], portuguese: ['dividir', 'separar'] },
  { english: ['merge'], portuguese: ['mesclar'] },
  { english: ['extract'], portuguese: ['extrair'] },
  { english: ['generate'], portuguese: ['gerar'] },
  { english: ['optimize', 'optimise'], portuguese: ['otimizar'] },
  { english: ['debug'], portuguese: ['depurar'] },
  { english: ['translate'], portuguese: ['traduzir'] },
];

/** Nouns that only look like a form of a verb. `test`, `build` and `update` stay: asking for one is asking for the act. */
const nouns = new Set(['documents']);
const nounsOfActs: readonly (readonly [noun: string, verb: string])[] = [['testes', 'testar']];

const actOfForm: ReadonlyMap<string, number> = new Map([
  ...acts.flatMap(({ english, portuguese }, act) =>
    [...english.flatMap(englishForms), ...portuguese.flatMap(portugueseForms)]
      .filter((form) => !nouns.has(form))
      .map((form) => [form, act] as const),
  ),
  ...nounsOfActs.map(([noun, verb]) => [noun, actNamed(verb)] as const),
  ...['set up', 'sets up', 'setting up'].map((form) => [form, actNamed('setup')] as const),
]);

function actNamed(verb: string): number {
  return acts.findIndex(({ english, portuguese }) => english.includes(verb) || portuguese.includes(verb));
}

/**
 * The acts a text asks for, each once, as the word that first named it. A hyphenated compound (`test-driven`), a name in
 * code (`add_user`) and a file are one word each and name no act; `add/remove` names two.
 */
export function actionVerbsIn(text: string): readonly string[] {
  const found = new Map<number, string>();
  const words = wordsOf(text);
  words.forEach(({ text: word }, place) => {
    for (const form of [...alternatives(word), `${word} ${words[place + 1]?.text ?? ''}`]) {
      const act = actOfForm.get(form) ?? actOfForm.get(withoutObject(form));
      if (act !== undefined && !found.has(act)) found.set(act, form);
    }
  });
  return [...found.values()];
}

/** A path such as `src/test` must not count, so every part has to be a verb. */
function alternatives(word: string): readonly string[] {
  const parts = word.split('/');
  return parts.every((part) => actOfForm.has(part)) ? parts : [word];
}
