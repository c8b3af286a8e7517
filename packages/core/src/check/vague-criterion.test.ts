import { describe, expect, it } from 'vitest';
import { vagueWords } from './vague-criterion.js';

describe('vagueWords', () => {
  it.each([
    ['Works correctly', 'correctly'],
    ['Properly implemented', 'properly'],
    ['The feature works as expected', 'as expected'],
    ['Good performance', 'good'],
    ['The task is done', 'is done'],
    ['User-friendly interface', 'user-friendly'],
    ['Login works', 'works'],
    ['Documentation is updated', 'is updated'],
    ['Code follows existing conventions', 'follows existing conventions'],
    ['Refactoring completed', 'completed'],
    ['Runs without any issues', 'without any issues'],
    ['Errors are handled', 'are handled'],
    ['Meets the requirements', 'meets the requirements'],
    ['Returns the expected output', 'expected output'],
    ['The page loads fast', 'fast'],
    ['Clean code', 'clean code'],
    ['Everything is fine', 'everything is fine'],
    ['Search still works', 'still works'],
    ['The importer is enhanced', 'is enhanced'],
    ['The code is tested', 'is tested'],
    ['Production-ready', 'production-ready'],
    ['Written to a high standard', 'to a high standard'],
    ['Left in a good state', 'in a good state'],
    ['Behaves consistently', 'consistently'],
  ])('finds what is vague in English: %s', (criterion, words) => {
    expect(vagueWords(criterion)).toBe(words);
  });

  it.each([
    ['Funciona corretamente', 'corretamente'],
    ['O login funciona', 'funciona'],
    ['Está pronto', 'esta pronto'],
    ['Bom desempenho', 'bom'],
    ['Interface amigável', 'amigavel'],
    ['Implementação concluída', 'concluida'],
    ['Comporta-se conforme esperado', 'conforme esperado'],
    ['Roda sem problemas', 'sem problemas'],
  ])('finds what is vague in Portuguese: %s', (criterion, words) => {
    expect(vagueWords(criterion)).toBe(words);
  });

  it.each([
    ['a number', 'Responds properly within 200 ms'],
    ['a path', 'Works correctly for src/import'],
    ['a file', 'README.md is updated'],
    ['a command', 'npm test works'],
    ['code', '`parse` behaves correctly'],
    ['quoted text', 'Prints "done" correctly'],
    ['an identifier', 'user_id is set properly'],
    ['a function', 'parsePlan works as expected'],
    ['an option', 'Works properly with --json'],
    ['an exit code', 'The exit code is correct'],
    ['the outcome of a run', 'All unit tests pass successfully'],
    ['the outcome of a run in Portuguese', 'Os testes passam corretamente'],
  ])('accepts vague words tied to %s', (_, criterion) => {
    expect(vagueWords(criterion)).toBeUndefined();
  });

  it.each(['OAuth2 works properly', 'Read/write works properly', 'The API is correct', 'The UserService is ready'])(
    'does not take a name for a measure: %s',
    (criterion) => {
      expect(vagueWords(criterion)).toBeDefined();
    },
  );

  it.each([
    'Every public function has a doc comment',
    'A new user appears in the list after saving',
    'The export command accepts a flag',
    'The working tree is clean',
    'A complete list of labels is printed',
    'Merges are fast-forward only',
    'A resposta traz o campo total',
  ])('accepts what says something that can be seen: %s', (criterion) => {
    expect(vagueWords(criterion)).toBeUndefined();
  });
});
