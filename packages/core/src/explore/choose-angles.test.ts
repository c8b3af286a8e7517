import { describe, expect, it } from 'vitest';
import { angleTable, isAngleName } from './angle-table.js';
import { chooseAngles, type TaskKind } from './choose-angles.js';

const presetsOf = (task: string, kind: TaskKind = 'feature'): readonly string[] =>
  chooseAngles(task, { kind, level: 'high' }).presets.map(({ name }) => name);

describe('chooseAngles', () => {
  it.each([
    ['Refactor the session store', ['architecture']],
    ['Restructuring packages', ['architecture']],
    ['Add permissions to the export', ['security']],
    ['Make the list faster: it is slow', ['performance']],
    ['Fix the crash on save', ['bug fix']],
    ['Add a dark theme', ['feature']],
    ['Otimizar a consulta e corrigir o erro', ['performance', 'bug fix']],
    ['Adicione autenticação', ['security']],
    ['Refactor auth', ['architecture', 'security']],
    ['A security-sensitive bug-fix', ['security', 'bug fix']],
  ])('%s → %j', (task, presets) => {
    expect(presetsOf(task)).toEqual(presets);
  });

  it.each([
    'Show the author of the prefix',
    'Access the issue tracker in an accessory',
    'Open src/auth/fix.ts and cache_key',
    'List debugging tissues',
  ])('takes words for words, not for what they hold: %s', (task) => {
    expect(presetsOf(task)).toEqual(['feature']);
  });

  it.each([
    ['The build hangs', ['performance']],
    ['Wrong permission for guests', ['security']],
    ['Rows are lost and inconsistent', ['data']],
    ['The button does not render', ['UI']],
    ['The API gives no response', ['integration']],
    ['It stops with a message', ['runtime']],
    ['You require a rebuild', ['runtime']],
    ['O botão da tela não funciona e perde dados', ['data', 'UI']],
  ])('for fixes: %s → %j', (task, presets) => {
    expect(presetsOf(task, 'fix')).toEqual(presets);
  });

  it('takes one look in general for a low task', () => {
    expect(chooseAngles('Refactor auth', { kind: 'feature', level: 'low' }).angles).toEqual(['general']);
  });

  it('takes 2 to 3 angles for a medium task and 3 to 5 for a high one, by turns from each preset', () => {
    const angles = (task: string, level: 'medium' | 'high') => chooseAngles(task, { kind: 'feature', level }).angles;
    expect(angles('Add a theme', 'medium')).toEqual(['patterns', 'integration-points']);
    expect(angles('Refactor auth', 'medium')).toEqual(['architecture', 'security', 'dependencies']);
    expect(angles('Add a theme', 'high')).toEqual(['patterns', 'integration-points', 'testing']);
    expect(angles('Refactor auth', 'high')).toEqual(['architecture', 'security', 'dependencies', 'auth-patterns']);
    expect(angles('Refactor slow auth, fix errors', 'high')).toEqual([
      'architecture',
      'security',
      'performance',
      'error-handling',
      'dependencies',
    ]);
  });

  it('says which words called for a preset', () => {
    const { presets } = chooseAngles('Refactor the slow cache', { kind: 'feature', level: 'medium' });
    expect(presets).toEqual([
      { name: 'architecture', words: ['refactor'] },
      { name: 'performance', words: ['slow', 'cache'] },
    ]);
  });

  it.each(['', '🚀🔥', '在当前前端基础上开发用户认证功能', 'x '.repeat(50_000)])(
    'knows what to do with %.10j',
    (task) => {
      expect(presetsOf(task)).toEqual(['feature']);
      expect(presetsOf(task, 'fix')).toEqual(['runtime']);
    },
  );

  it('has a focus for every angle it chooses', () => {
    const tasks = ['Refactor slow auth, fix errors', 'theme', 'Slow api, lost data, wrong button, bad token', 'stops'];
    for (const kind of ['feature', 'fix'] as const)
      for (const task of tasks)
        for (const angle of chooseAngles(task, { kind, level: 'high' }).angles) {
          expect(Object.keys(angleTable)).toContain(angle);
          expect(isAngleName(angle)).toBe(true);
        }
  });
});
