import type { ProgramRule } from './program-rule.js';

const split = (names: string): readonly string[] => names.split(/\s+/);

/** How differences are shown. Nothing that writes a file, runs a program, looks into submodules or leaves the repository. */
const diffNames =
  split(`patch no-patch unified raw patch-with-raw minimal patience histogram diff-algorithm stat numstat
  shortstat dirstat summary patch-with-stat name-only name-status color no-color word-diff color-words no-renames check full-index
  abbrev find-renames find-copies find-copies-harder diff-filter pickaxe-all pickaxe-regex relative text ignore-space-at-eol
  ignore-space-change ignore-all-space ignore-blank-lines inter-hunk-context function-context exit-code quiet cached staged
  merge-base no-ext-diff no-textconv no-indent-heuristic no-prefix irreversible-delete`);
const diffLetters = 'abcmpRstuwWz';
const diffValued = 'BCDGlMSUX';

const logNames =
  split(`all all-match ancestry-path after author author-date-order before branches cherry cherry-mark cherry-pick
  committer count date date-order decorate decorate-refs encoding exclude extended-regexp first-parent fixed-strings follow format
  full-history graph grep invert-grep left-only left-right log-size max-count max-parents merge merges min-parents no-decorate
  no-merges no-notes no-walk notes oneline pretty parents children boundary perl-regexp regexp-ignore-case relative-date remotes
  reverse right-only show-pulls simplify-by-decoration simplify-merges since since-as-filter skip source sparse tags topo-order
  until use-mailmap no-mailmap walk-reflogs abbrev-commit no-abbrev-commit`);

const log: ProgramRule = {
  letters: `${diffLetters}gEFiP`,
  valued: `${diffValued}nL`,
  names: [...diffNames, ...logNames],
  takesCount: true,
  endsFlags: true,
};
const diff: ProgramRule = {
  letters: diffLetters,
  valued: diffValued,
  names: diffNames,
  takesCount: true,
  endsFlags: true,
};

/** The verbs of git that only read, with the flags under which they do. Those that may also write list only. */
export const readingGitVerbs: Readonly<Record<string, ProgramRule>> = {
  blame: {
    letters: 'bcefklnpstw',
    valued: 'LMC',
    names: split('porcelain line-porcelain show-name show-number show-email date first-parent abbrev root since'),
    endsFlags: true,
  },
  branch: {
    letters: 'arv',
    names: split(
      'list all remotes verbose show-current contains no-contains merged no-merged points-at sort format color no-color abbrev',
    ),
    operandsNeed: ['--list'],
  },
  'cat-file': { letters: 'epst', mostOperands: 2 },
  'check-ignore': { letters: 'vnq', names: split('verbose non-matching quiet no-index'), endsFlags: true },
  'count-objects': { letters: 'vH', mostOperands: 0 },
  describe: {
    names: split('all tags contains abbrev exact-match match exclude always long first-parent'),
    takesCount: true,
  },
  diff,
  'diff-tree': diff,
  'for-each-ref': {
    names: split('format sort count points-at merged no-merged contains no-contains ignore-case'),
    endsFlags: true,
  },
  grep: {
    letters: 'aceEFGhHiIlLnopPqvwWz',
    valued: 'ABCm',
    names:
      split(`after-context before-context context all-match and break cached column count extended-regexp files-with-matches
      files-without-match fixed-strings full-name function-context heading ignore-case invert-match line-number max-count max-depth
      name-only not null only-matching or perl-regexp quiet recursive show-function text untracked word-regexp no-color no-textconv`),
    takesCount: true,
    endsFlags: true,
    noPaths: { firstUnless: /^-[^-]*e/ },
  },
  log,
  'ls-files': {
    letters: 'cdimosuktvz',
    valued: 'x',
    names: split(
      'cached deleted ignored modified others stage unmerged killed exclude exclude-standard full-name error-unmatch eol',
    ),
    endsFlags: true,
  },
  'ls-tree': {
    letters: 'drtlz',
    names: split('name-only name-status long full-name full-tree abbrev format object-only'),
    endsFlags: true,
  },
  'merge-base': { letters: 'a', names: split('all octopus independent is-ancestor') },
  'name-rev': { names: split('name-only tags refs no-undefined always') },
  reflog: { valued: 'n', takesCount: true, mostOperands: 0 },
  remote: { letters: 'v', names: ['verbose'], mostOperands: 0 },
  'rev-list': log,
  'rev-parse': {
    names:
      split(`abbrev-ref short verify quiet symbolic symbolic-full-name all branches tags remotes show-toplevel show-prefix
      show-cdup git-dir absolute-git-dir git-common-dir is-inside-git-dir is-inside-work-tree is-bare-repository
      is-shallow-repository show-object-format`),
    endsFlags: true,
  },
  shortlog: { letters: 'cens', names: [...split('numbered summary email group'), ...logNames], endsFlags: true },
  show: log,
  'show-ref': { letters: 'dqs', names: split('head heads tags dereference hash verify quiet abbrev'), endsFlags: true },
  stash: { leastOperands: 1, mostOperands: 1, operand: /^list$/ },
  status: {
    letters: 'bsz',
    valued: 'u',
    names: split(
      'short branch show-stash porcelain long untracked-files ignored column no-column ahead-behind no-renames',
    ),
    endsFlags: true,
  },
  tag: {
    letters: 'l',
    valued: 'n',
    names: split('list sort contains no-contains points-at merged no-merged format color column ignore-case'),
    operandsNeed: ['-l', '--list'],
  },
  version: { mostOperands: 0 },
  worktree: { names: ['porcelain'], mostOperands: 1, operand: /^list$/ },
};
