import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestFolder, type TestFolder } from '../testing/program-in.js';

function folderWith(files: Readonly<Record<string, string>>): TestFolder {
  const folder = createTestFolder({ 'src/limit.js': 'export const requestLimit = 3;\n', ...files });
  onTestFinished(() => rm(folder.root, { recursive: true, force: true }));
  return folder;
}
const planAll = (folder: TestFolder, ...more: readonly string[]) =>
  folder.planwright(['plan', '--model', 'offline', '--no-explore', '--tasks', 'tasks.md', ...more]);
const tasks = '- [ ] PLAN-001: raise the requestLimit\n- [ ] PLAN-002: document the requestLimit (after PLAN-001)\n';

describe('planwright plan --tasks', () => {
  it('plans every task of the file, marks it there, and ends with a report', async () => {
    const folder = folderWith({ 'tasks.md': tasks });
    const { exit, stdout } = await planAll(folder);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /2 of 2 planning tasks completed\nPLAN-001 raise the requestLimit: completed \(run-\w+\)\. .+ steps?:/,
    );
    const marked = readFileSync(join(folder.root, 'tasks.md'), 'utf8');
    expect(marked).toMatch(
      /- \[x\] PLAN-001: .*\n {2}- status: completed\n {2}- run: run-\w+\n {2}- summary: .*\n- \[x\] PLAN-002/,
    );
  });

  it('gives each planner what was planned before, beside its own task and not as a part of it', async () => {
    const folder = folderWith({ 'tasks.md': tasks });
    const { stdout } = await planAll(folder);
    expect(stdout).toContain('PLAN-002: document the requestLimit\nComplexity 1 of 10 (low)');
    const shown = JSON.parse((await folder.planwright(['show', '--json'])).stdout) as {
      readonly task: string;
      readonly planning: { readonly wish: { readonly background: string } };
    };
    expect(shown.task).toBe('document the requestLimit');
    expect(shown.planning.wish.background).toMatch(/^PLAN-001 raise the requestLimit: .+ steps?: E1 /);
  });

  it('does nothing again, and reports the same to programs', async () => {
    const folder = folderWith({ 'tasks.md': tasks });
    await planAll(folder);
    const marked = readFileSync(join(folder.root, 'tasks.md'), 'utf8');
    const { exit, stdout } = await planAll(folder, '--json');
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'completed',
      tasks: [
        { id: 'PLAN-001', isNew: false },
        { id: 'PLAN-002', isNew: false },
      ],
      problems: [],
    });
    expect(readFileSync(join(folder.root, 'tasks.md'), 'utf8')).toBe(marked);
  });

  it('waits for what is not there, and says what it is', async () => {
    const { exit, stdout } = await planAll(
      folderWith({ 'tasks.md': '- [ ] PLAN-001: raise it (after QUALITY-001)\n' }),
    );
    expect(exit).toBe(3);
    expect(stdout).toContain('not started, because it is blocked by QUALITY-001, which the list does not have');
  });

  it.each([
    ['a file without planning tasks', ['--tasks', 'src/limit.js'], 'src/limit.js: no planning task was found'],
    ['no file', ['--tasks', 'none.md'], 'none.md cannot be read: it does not exist'],
    ['stdin', ['--tasks', '-'], '--tasks names a file'],
    ['a task beside it', ['--tasks', 'tasks.md', 'rename it'], 'give either a task or --tasks'],
    ['a dry run', ['--tasks', 'tasks.md', '--dry-run'], '--dry-run would keep nothing of it'],
    ['a folder for one plan', ['--tasks', 'tasks.md', '--out', 'plans'], '--out is the folder of one plan'],
    ['neither', [], 'the task is empty'],
    ['six areas', ['--collaborate', '6', 'rename it'], '--collaborate: expected 2 to 5 areas, found "6"'],
    [
      'no number of areas',
      ['--collaborate', 'many', 'rename it'],
      '--collaborate: expected 2 to 5 areas, found "many"',
    ],
  ])('refuses %s', async (_, words, message) => {
    const folder = folderWith({ 'tasks.md': tasks });
    const { exit, stderr } = await folder.planwright(['plan', '--model', 'offline', ...words]);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('planwright plan --collaborate', () => {
  it('plans the items of a task side by side and shows one plan', async () => {
    const folder = folderWith({});
    const task = 'Do this:\n- raise the requestLimit in src/limit.js\n- document the requestLimit';
    const { exit, stdout } = await folder.planwright([
      'plan',
      '--model',
      'offline',
      '--json',
      '--no-explore',
      '--collaborate',
      '2',
      task,
    ]);
    expect(exit).toBe(0);
    const { notes, steps } = JSON.parse(stdout) as { notes: string[]; steps: { alias: string }[] };
    expect(notes[0]).toContain(
      'planned in 2 areas: raise-the-requestlimit-in (ids 1 to 100), document-the-requestlimit',
    );
    expect(steps.map(({ alias }) => alias)).toEqual(expect.arrayContaining(['TASK-001', 'TASK-101']));
    // Whoever drafts it again need not say so once more.
    expect((await folder.planwright(['events', '--json'])).stdout).toMatch(/"type":"run\.created".*"areas":2/);
  });
});
