import ts from 'typescript-eslint';

/** What each folder may not import, and why: the table in ARCHITECTURE.md as lint rules. */
const boundary = (files, group, message) => ({
  files,
  ignores: ['**/*.test.ts', '**/*.test.tsx'],
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});

const nodeModules = ['node:*', 'fs', 'path', 'os', 'child_process', 'crypto'];
const screens = ['react', 'ink', 'hono'];

/** Phases in flow order: a phase may import earlier ones only. */
const phases = ['explore', 'plan', 'check', 'approve', 'execute', 'coordinate', 'evaluate'];
const phaseBoundaries = phases.map((phase, index) =>
  boundary(
    [`packages/core/src/${phase}/**/*.ts`],
    [
      ...nodeModules,
      ...screens,
      '@planwright/*',
      ...phases.slice(index + 1).flatMap((later) => [`../${later}/*`, `../../${later}/*`]),
      ...['run', 'room', 'formats', 'view'].flatMap((folder) => [`../${folder}/*`, `../../${folder}/*`]),
    ],
    'a phase imports shared, tools and earlier phases only; what later phases say arrives as an argument',
  ),
);

const pureCore = {
  files: ['packages/core/src/**/*.ts'],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-globals': ['error', 'process', 'fetch', 'setTimeout', 'setInterval', 'console', 'crypto'],
    'no-restricted-syntax': [
      'error',
      { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'time is passed in' },
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'time is passed in' },
      { object: 'Math', property: 'random', message: 'randomness is passed in' },
    ],
  },
};

export default ts.config(
  { ignores: ['**/dist', '**/*.js', '.planwright'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...ts.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    rules: {
      'max-lines': ['error', 600],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A double of an asynchronous port has nothing to wait for, and matchers of the test library are untyped.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: "MemberExpression[object.name='vi'][property.name='mock']", message: 'a port is missing' },
      ],
    },
  },
  boundary(
    ['packages/core/src/{agents,formats,lessons,room,run,shared,tools,view}/**/*.ts', 'packages/core/src/*.ts'],
    [...nodeModules, ...screens, '@planwright/*'],
    'core is pure: pass it in through a port',
  ),
  ...phaseBoundaries,
  boundary(
    ['packages/runtime/src/ports/**/*.ts', 'packages/runtime/src/*.ts'],
    [...nodeModules, ...screens, '!@planwright/core', 'yaml', '@photostructure/*'],
    'only adapters touch Node and vendor clients',
  ),
  pureCore,
  {
    files: ['packages/runtime/src/node.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
