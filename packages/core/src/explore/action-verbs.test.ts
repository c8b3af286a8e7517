import { describe, expect, it } from 'vitest';
import { actionVerbsIn } from './action-verbs.js';

describe('actionVerbsIn', () => {
  it.each([
    ['add a flag, then test it', ['add', 'test']],
    ['adicionar uma opção e testar', ['adicionar', 'testar']],
    ['refatorar, rodar, executar, migrar e implantar', ['refatorar', 'rodar', 'migrar', 'implantar']],
    ['crie, corrija, verifique, renomeie e exclua', ['crie', 'corrija', 'verifique', 'renomeie', 'exclua']],
    ['o arquivo foi excluído, depois reescrito', ['excluído', 'reescrito']],
  ])('finds the acts of %j', (task, verbs) => {
    expect(actionVerbsIn(task)).toEqual(verbs);
  });

  it.each([
    'add adds adding added',
    'fix fixes fixing fixed',
    'write writes writing wrote written',
    'run runs running ran execute executed',
    'verify verifies verifying verified',
    'split splits splitting',
    'optimize optimise optimizing optimised',
    'criar cria criando criado crie criem criei criou criaram',
    'publicar publica publique publicando publiquei publicou',
    'apagar apague apagando apaguei apagaram',
    'escrever escreva escrevi escreveu escreveram',
    'corrigir corrija corrigiu corrigiram',
    'excluir excluí excluiu excluíram excluiram',
    'testar teste testes testando test tests tested',
  ])('counts every form of one verb once: %s', (task) => {
    expect(actionVerbsIn(task)).toHaveLength(1);
  });

  it('counts the English and the Portuguese word for one act once', () => {
    expect(actionVerbsIn('adicionar testes and test them')).toEqual(['adicionar', 'testes']);
  });

  it('reads "set up", "setting up" and "setup" as the same act', () => {
    expect(actionVerbsIn('set up a database')).toEqual(['set up']);
    expect(actionVerbsIn('Setting\nup a database, setup a cache')).toEqual(['setting up']);
    expect(actionVerbsIn('the settings are set')).toEqual([]);
  });

  it('sees a verb behind an object hung on it, and around punctuation and capitals', () => {
    expect(actionVerbsIn('configurá-lo, (RENOMEAR) e "adicioná-las"')).toEqual([
      'configurá-lo',
      'renomear',
      'adicioná-las',
    ]);
  });

  it('reads both spellings of a decomposed letter', () => {
    expect(actionVerbsIn('excluído'.normalize('NFD'))).toEqual(actionVerbsIn('excluído'));
  });

  it('sees two acts in "add/remove" but none in a path, a name in code, an option or a compound', () => {
    expect(actionVerbsIn('add/remove users')).toEqual(['add', 'remove']);
    expect(actionVerbsIn('src/test add_user --build test-driven test.ts promise.run()')).toEqual([]);
  });

  it('does not take what only looks at things for an act', () => {
    expect(actionVerbsIn('investigate, analyze, read and explain the documents; ler e explicar')).toEqual([]);
  });

  it('does not take an accented adjective for a verb', () => {
    expect(actionVerbsIn('a API pública')).toEqual([]);
  });
});
