import { listed, pathList, type ProjectFile, type SettingSpec, tokensOrMoney, word } from './setting-spec.js';
import { complexities, toolClasses } from './setting-values.js';

/** Limits only narrow what `auto` may approve, unless they stand in the place of the user's own. */
function notOverTheUsers(_value: unknown, { isTrusted, overrulesUser }: ProjectFile): string | undefined {
  return overrulesUser && !isTrusted()
    ? 'your own file limits it too, and yours holds; read the file, then `planwright trust`'
    : undefined;
}

const noLimit = 'no limit';

/** Within what the policy `auto` approves. */
export const approveLimitSettings = {
  approveComplexity: {
    flag: 'approve-complexity',
    variable: 'PLANWRIGHT_APPROVE_COMPLEXITY',
    key: 'approve.limits.complexity',
    expected: listed(complexities),
    schema: word(complexities),
    fallback: null,
    otherwise: noLimit,
    notFromProject: notOverTheUsers,
  },
  approveClass: {
    flag: 'approve-class',
    variable: 'PLANWRIGHT_APPROVE_CLASS',
    key: 'approve.limits.class',
    expected: listed(toolClasses),
    schema: word(toolClasses),
    fallback: null,
    otherwise: noLimit,
    notFromProject: notOverTheUsers,
  },
  approveBudget: {
    flag: 'approve-budget',
    variable: 'PLANWRIGHT_APPROVE_BUDGET',
    key: 'approve.limits.budget',
    expected: 'an amount of tokens or money, as "200k tokens, $2", or none',
    schema: tokensOrMoney,
    fallback: null,
    otherwise: noLimit,
    notFromProject: notOverTheUsers,
  },
  approveFiles: {
    flag: 'approve-files',
    variable: 'PLANWRIGHT_APPROVE_FILES',
    key: 'approve.limits.files',
    list: true,
    expected: 'files, folders or patterns with commas between them, as src/,docs/*.md',
    schema: pathList,
    fallback: null,
    otherwise: 'any',
    notFromProject: notOverTheUsers,
  },
  approveExceptFiles: {
    flag: 'approve-except-files',
    variable: 'PLANWRIGHT_APPROVE_EXCEPT_FILES',
    key: 'approve.limits.except_files',
    list: true,
    expected: 'files, folders or patterns with commas between them, as package.json,.github/',
    schema: pathList,
    fallback: null,
    otherwise: 'none',
    notFromProject: notOverTheUsers,
  },
} as const satisfies Readonly<Record<string, SettingSpec>>;
