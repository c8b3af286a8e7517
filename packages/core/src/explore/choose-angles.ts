import type { ComplexityLevel } from './assess-task.js';
import { angleCounts, structural } from './route-task.js';
import { taskWords, wordSet } from './task-words.js';

/** What is wanted: something new, or something put right. */
export type TaskKind = 'feature' | 'fix';

export type ChosenAngles = {
  /** Each once, the most important first. */
  readonly angles: readonly string[];
  /** The presets they are from, and the words of the task that called for them; no words where it is the usual preset. */
  readonly presets: readonly { readonly name: string; readonly words: readonly string[] }[];
};

type Preset = { readonly name: string; readonly words: ReadonlySet<string>; readonly angles: readonly string[] };

const performanceAngles = ['performance', 'bottlenecks', 'caching', 'data-access'];
const runtimeAngles = ['error-handling', 'dataflow', 'state-management', 'edge-cases'];

const security: Preset = {
  name: 'security',
  words: wordSet({
    words: `security secure insecure auth oauth jwt sso csrf xss injection login vulnerabilities segurança seguro criptografia
      autenticação autorização permissão permissões`,
    nouns: `authentication authorization authorisation permission password credential secret vulnerability token senha
      vulnerabilidade`,
    verbs: 'authenticate authorize authorise encrypt',
    verbos: 'autenticar autorizar criptografar',
  }),
  angles: ['security', 'auth-patterns', 'dataflow', 'validation'],
};

const featurePresets: readonly Preset[] = [
  {
    name: 'architecture',
    words: structural,
    angles: ['architecture', 'dependencies', 'modularity', 'integration-points'],
  },
  security,
  {
    name: 'performance',
    words: wordSet({
      words:
        'performance slow slower slowly slowness latency throughput faster caching desempenho lento lenta lentidão latência',
      nouns: 'bottleneck optimization optimisation gargalo otimização',
      verbs: 'optimize optimise cache',
      verbos: 'otimizar',
    }),
    angles: performanceAngles,
  },
  {
    name: 'bug fix',
    words: wordSet({
      words: 'broken quebrado quebrada defeito',
      nouns: 'bug error regression erro falha defect bugfix',
      verbs: 'fix crash',
      verbos: 'corrigir consertar',
    }),
    angles: runtimeAngles,
  },
];
const feature: Omit<Preset, 'words'> = {
  name: 'feature',
  angles: ['patterns', 'integration-points', 'testing', 'dependencies'],
};

const fixPresets: readonly Preset[] = [
  {
    name: 'performance',
    words: wordSet({
      words:
        'performance slow slower slowly slowness lagging lagged hung latency leak leaks lento lenta lentidão desempenho',
      nouns: 'timeout lag bottleneck gargalo',
      verbs: 'hang freeze',
      verbos: 'travar',
    }),
    angles: performanceAngles,
  },
  security,
  {
    name: 'data',
    words: wordSet({
      words:
        'data lost missing inconsistent inconsistency corruption stale dados perdido perdida perdidos faltando inconsistente',
      nouns: 'duplicate',
      verbs: 'corrupt lose overwrite',
      verbos: 'corromper perder',
    }),
    angles: ['data-integrity', 'state-management', 'transactions', 'validation'],
  },
  {
    name: 'UI',
    words: wordSet({
      words: 'ui css layout flicker flickers tela telas botão botões estilo',
      nouns: 'button screen style dialog modal tooltip',
      verbs: 'render click display scroll',
      verbos: 'renderizar clicar exibir',
    }),
    angles: ['state-management', 'event-handling', 'rendering', 'data-binding'],
  },
  {
    name: 'integration',
    words: wordSet({
      words: 'integração requisição requisições conexão',
      nouns: 'api integration connection webhook endpoint response resposta',
      verbs: 'connect integrate request',
      verbos: 'conectar integrar',
    }),
    angles: ['api-contracts', 'error-handling', 'timeouts', 'fallbacks'],
  },
];
const runtime: Omit<Preset, 'words'> = { name: 'runtime', angles: runtimeAngles };

/**
 * From which angles a task is looked at: those of every preset that its words call for, by turns, so that "refactor auth" is
 * about both; more of them the more presets there are. A low task gets one look in general. The same task, the same angles.
 */
export function chooseAngles(
  task: string,
  { kind, level }: { readonly kind: TaskKind; readonly level: ComplexityLevel },
): ChosenAngles {
  const words = [...taskWords(task)];
  const called = (kind === 'fix' ? fixPresets : featurePresets).flatMap((preset) => {
    const found = words.filter((word) => preset.words.has(word));
    return found.length > 0 ? [{ name: preset.name, angles: preset.angles, words: found }] : [];
  });
  const chosen = called.length > 0 ? called : [{ ...(kind === 'fix' ? runtime : feature), words: [] }];
  const presets = chosen.map(({ name, words: found }) => ({ name, words: found }));
  if (level === 'low') return { angles: ['general'], presets };
  const { least, most } = angleCounts[level];
  const count = Math.min(most, least + chosen.length - 1);
  return { angles: byTurns(chosen.map(({ angles }) => angles)).slice(0, count), presets };
}

function byTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return [...new Set(turns.flat())];
}
