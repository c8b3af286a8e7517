import type { ProgramRule } from './program-rule.js';

/** A pattern given by a flag: then the first operand is a file like the others. */
const patternFlag = /^(?:-[^-]*[ef]|--regexp|--file)/;
const search = { noPaths: { firstUnless: patternFlag }, endsFlags: true } as const;
const plain: ProgramRule = { endsFlags: true };
const sums: ProgramRule = { letters: 'btz', names: ['binary', 'text', 'tag', 'zero'], endsFlags: true };

/**
 * The programs that only read, with the flags under which they do. No interpreter, no program that runs another, and no flag
 * that writes, follows links out of a folder, waits for more input, or takes names of files from a file.
 */
export const readingPrograms: Readonly<Record<string, ProgramRule>> = {
  basename: { letters: 'az', valued: 's', names: ['multiple', 'suffix', 'zero'], endsFlags: true, noPaths: 'all' },
  cat: { letters: 'AbeEnstTuv', names: ['number', 'number-nonblank', 'show-all', 'squeeze-blank'], endsFlags: true },
  cmp: { letters: 'bls', valued: 'n', names: ['print-bytes', 'verbose', 'silent', 'quiet', 'bytes'], endsFlags: true },
  comm: { letters: '123z', names: ['check-order', 'nocheck-order', 'total'], endsFlags: true },
  cut: {
    letters: 'nsz',
    valued: 'bcdf',
    names: ['bytes', 'characters', 'delimiter', 'fields', 'complement', 'only-delimited', 'output-delimiter'],
    endsFlags: true,
  },
  date: { letters: 'uRI', valued: 'd', names: ['date', 'utc', 'iso-8601', 'rfc-3339'], operand: /^\+/ },
  df: { letters: 'ahHiklPT', names: ['human-readable', 'inodes', 'total', 'type'], endsFlags: true },
  diff: {
    letters: 'abBcdeiNpqrstuwy',
    valued: 'UCW',
    names: ['brief', 'unified', 'context', 'recursive', 'ignore-case', 'ignore-all-space', 'side-by-side', 'minimal'],
    endsFlags: true,
  },
  dirname: { letters: 'z', names: ['zero'], endsFlags: true, noPaths: 'all' },
  du: {
    letters: 'abchHkmsSx',
    valued: 'd',
    names: ['human-readable', 'summarize', 'max-depth', 'all'],
    endsFlags: true,
  },
  echo: { anyFlag: true, noPaths: 'all' },
  expand: { letters: 'i', valued: 't', names: ['initial', 'tabs'], endsFlags: true },
  false: { mostOperands: 0 },
  file: { letters: 'bhikN', names: ['brief', 'mime', 'mime-type', 'mime-encoding'], endsFlags: true },
  find: {
    flags:
      `-P -name -iname -path -ipath -wholename -regex -iregex -regextype -type -size -mtime -mmin -atime -amin -ctime -cmin
      -newer -maxdepth -mindepth -depth -prune -print -print0 -printf -ls -empty -not -o -or -a -and -perm -user -group -links
      -quit -xdev -mount -true -false -readable -writable -executable`.split(/\s+/),
    takesCount: true,
  },
  fold: { letters: 'bs', valued: 'w', names: ['bytes', 'spaces', 'width'], takesCount: true, endsFlags: true },
  grep: {
    letters: 'abcEFGhHiIlLnoPqrsTUvwxyzZ',
    valued: 'ABCem',
    names:
      `after-context before-context context count color colour extended-regexp fixed-strings basic-regexp perl-regexp
      files-with-matches files-without-match ignore-case no-ignore-case include exclude exclude-dir initial-tab invert-match
      line-number line-regexp max-count no-filename no-messages null only-matching quiet silent recursive regexp text
      with-filename word-regexp`.split(/\s+/),
    takesCount: true,
    ...search,
  },
  head: {
    letters: 'qvz',
    valued: 'nc',
    names: ['lines', 'bytes', 'quiet', 'verbose'],
    takesCount: true,
    endsFlags: true,
  },
  id: { letters: 'gGnru', mostOperands: 0 },
  join: { letters: 'iz', valued: 'aejotv12', names: ['check-order', 'nocheck-order', 'header'], endsFlags: true },
  jq: {
    letters: 'aceCjMnrsS',
    names:
      `ascii-output compact-output exit-status join-output monochrome-output null-input raw-input raw-output slurp sort-keys
      tab`.split(/\s+/),
    // A module may be looked for anywhere: `import "config" as $c {search: "/somewhere"}`.
    firstOperand: /^(?!.*\b(?:import|include|modulemeta)\b)/s,
    noPaths: { firstUnless: /^$/ },
  },
  ls: {
    letters: '1aAbBcCdfFgGhHiklmnNopqQrRsStTuUvwxXZ',
    names:
      `all almost-all color classify directory full-time group-directories-first human-readable inode recursive reverse size
      sort time time-style width`.split(/\s+/),
    endsFlags: true,
  },
  md5sum: sums,
  nl: {
    letters: 'p',
    valued: 'bdfhilnsvw',
    names: ['body-numbering', 'number-format', 'number-width'],
    endsFlags: true,
  },
  od: {
    letters: 'abcdfiloxsv',
    valued: 'AjNtw',
    names: ['address-radix', 'skip-bytes', 'read-bytes', 'format'],
    endsFlags: true,
  },
  paste: { letters: 'sz', valued: 'd', names: ['delimiters', 'serial'], endsFlags: true },
  printf: { anyFlag: true, noPaths: 'all' },
  pwd: { letters: 'LP', mostOperands: 0 },
  readlink: { letters: 'efmnz', names: ['canonicalize', 'no-newline'], endsFlags: true },
  realpath: {
    letters: 'emsz',
    names: ['canonicalize-existing', 'canonicalize-missing', 'no-symlinks'],
    endsFlags: true,
  },
  rg: {
    letters: 'abcFhHiIlnNopPqsSuUvVwx0',
    valued: 'ABCegmtTMj',
    names: `after-context before-context context case-sensitive color colors column count count-matches files
      files-with-matches files-without-match fixed-strings glob heading no-heading hidden ignore-case iglob invert-match
      line-number no-line-number line-regexp max-columns max-count max-depth multiline no-config no-ignore no-messages null
      only-matching passthru pcre2 pretty quiet regexp smart-case sort sortr stats text threads trim type type-list type-not
      vimgrep with-filename no-filename word-regexp json`.split(/\s+/),
    ...search,
  },
  sed: {
    letters: 'nEr',
    names: ['quiet', 'silent', 'regexp-extended'],
    needs: ['-n', '-nE', '-nr', '-En', '-rn', '--quiet', '--silent'],
    // Only `p`, and only addresses before it: everything else of sed may write or run something.
    firstOperand: printing(),
    noPaths: { firstUnless: /^$/ },
  },
  sha1sum: sums,
  sha256sum: sums,
  sort: {
    letters: 'bcCdfghiMmnRrsuVz',
    valued: 'kt',
    names:
      `check dictionary-order field-separator general-numeric-sort human-numeric-sort ignore-case key month-sort numeric-sort
      reverse stable unique version-sort zero-terminated`.split(/\s+/),
    endsFlags: true,
  },
  stat: {
    letters: 'Lft',
    valued: 'c',
    names: ['format', 'printf', 'terse', 'file-system', 'dereference'],
    endsFlags: true,
  },
  tac: plain,
  tail: {
    letters: 'qvzr',
    valued: 'nc',
    names: ['lines', 'bytes', 'quiet', 'verbose'],
    takesCount: true,
    endsFlags: true,
  },
  tr: {
    letters: 'cCdst',
    names: ['complement', 'delete', 'squeeze-repeats', 'truncate-set1'],
    endsFlags: true,
    noPaths: 'all',
  },
  tree: {
    letters: 'aACDdfFghinpqQrsStuUvx',
    flags: ['-L', '-P', '-I', '--'],
    names: ['noreport', 'dirsfirst', 'gitignore', 'charset', 'filelimit', 'du', 'si', 'prune', 'matchdirs'],
  },
  true: { mostOperands: 0 },
  uname: { letters: 'amnoprsv', mostOperands: 0 },
  // A second operand is the file it writes.
  uniq: {
    letters: 'cdDiuz',
    valued: 'fsw',
    names: ['count', 'repeated', 'ignore-case', 'unique'],
    mostOperands: 1,
    endsFlags: true,
  },
  wc: { letters: 'clLmw', names: ['bytes', 'chars', 'lines', 'words', 'max-line-length'], endsFlags: true },
  which: { letters: 'as', noPaths: 'all' },
  whoami: { mostOperands: 0 },
  xxd: { letters: 'abeEiu', valued: 'cgl', mostOperands: 1 },
};

function printing(): RegExp {
  const address = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\[^\n])*/)`;
  const print = `${address}(?:,(?:${address}|\\+\\d+))?p`;
  return new RegExp(`^${print}(?:;${print})*$`);
}
