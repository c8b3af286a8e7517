/** How verbs are written: enough of the two grammars that an inflected verb is recognised, and no more. */

const doubling = new Set(['run', 'split', 'debug']);
const irregularEnglish: Readonly<Record<string, readonly string[]>> = {
  write: ['wrote', 'written'],
  rewrite: ['rewrote', 'rewritten'],
  build: ['built'],
  run: ['ran'],
};

/** `add`, `adds`, `adding`, `added`. */
export function englishForms(verb: string): readonly string[] {
  const stem = doubling.has(verb) ? verb + verb.slice(-1) : verb.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${stem}ed`;
  return [verb, thirdPerson(verb), `${stem}ing`, ...(irregularEnglish[verb] ?? [past])];
}

function thirdPerson(verb: string): string {
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Verbs whose command form or participle does not follow the ending; the rest of their forms are regular. */
const irregularPortuguese: Readonly<Record<string, readonly string[]>> = {
  corrigir: ['corrija', 'corrijam'],
  escrever: ['escrito', 'escrita', 'escritos', 'escritas'],
  reescrever: ['reescrito', 'reescrita', 'reescritos', 'reescritas'],
  renomear: ['renomeie', 'renomeiem', 'renomeia', 'renomeiam'],
  extrair: ['extraia', 'extraiam', 'extrai', 'extraem'],
  construir: ['constrói', 'constroem'],
  substituir: ['substitui'],
  excluir: ['exclui'],
};

/** `criei` stands with the commands: before their e too, `publicar` and `apagar` are spelt otherwise. */
const endings = {
  ar: {
    stem: ['ando', 'ado', 'ada', 'ados', 'adas', 'a', 'am', 'amos', 'ou', 'aram'],
    command: ['e', 'em', 'emos', 'ei'],
  },
  er: {
    stem: ['endo', 'ido', 'ida', 'idos', 'idas', 'e', 'em', 'emos', 'eu', 'eram', 'i'],
    command: ['a', 'am', 'amos'],
  },
  ir: {
    stem: ['indo', 'ido', 'ida', 'idos', 'idas', 'e', 'em', 'imos', 'iu', 'iram', 'i'],
    command: ['a', 'am', 'amos'],
  },
} as const;

/** `criar`, `criando`, `criado`, `cria`, `crie`, `criou`, …: as a command, as a fact, and as what was done or is under way. */
export function portugueseForms(verb: string): readonly string[] {
  const stem = verb.slice(0, -2);
  const { stem: plain, command } = endings[conjugationOf(verb)];
  const commandStem = verb.endsWith('ar') ? stem.replace(/c$/, 'qu').replace(/g$/, 'gu') : stem;
  const regular = [...plain.map((ending) => stem + ending), ...command.map((ending) => commandStem + ending)];
  return [verb, ...regular.flatMap(accented), ...(irregularPortuguese[verb] ?? [])];
}

function conjugationOf(verb: string): keyof typeof endings {
  return verb.endsWith('er') ? 'er' : verb.endsWith('ir') ? 'ir' : 'ar';
}

/** `excluido` and `excluiram` are written with an accent on the i, and typed without it. */
function accented(form: string): readonly string[] {
  const written = form.replace(
    /([au])(id[oa]s?|iram|i)$/,
    (_, vowel: string, ending: string) => `${vowel}í${ending.slice(1)}`,
  );
  return written === form ? [form] : [form, written];
}

/** `adicioná-lo` → `adicionar`: an object hung on the infinitive hides its last letter. */
export function withoutObject(word: string): string {
  const parts = /^(\p{L}+)-l[oa]s?$/u.exec(word);
  return parts?.[1] === undefined ? word : `${parts[1].normalize('NFD').replace(/\p{M}+$/u, '')}r`;
}
