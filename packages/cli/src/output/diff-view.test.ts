import { describe, expect, it } from 'vitest';
import { diffStats, diffView, statView } from './diff-view.js';
import { renderStyles, withoutStyles } from './style.js';

const diff = [
  'diff --git a/src/a.ts b/src/a.ts',
  'index 1111111..2222222 100644',
  '--- a/src/a.ts',
  '+++ b/src/a.ts',
  '@@ -1,3 +1,3 @@ function a() {',
  ' same',
  '--- a/trap.txt',
  '+++ b/trap.txt',
  ' end',
  '@@ -9 +9,2 @@',
  '-old',
  '+new',
  '+newer',
  '\\ No newline at end of file',
  'diff --git a/gone.txt b/gone.txt',
  'deleted file mode 100644',
  '--- a/gone.txt',
  '+++ /dev/null',
  '@@ -1 +0,0 @@',
  '-bye',
  'diff --git a/two words.txt b/two words.txt',
  'new file mode 100644',
  'index 0000000..e69de29',
  '',
].join('\n');

describe('the files of a diff', () => {
  it('have the lines that came and went, also where a line looks like a header', () => {
    expect(diffStats(diff)).toEqual([
      { path: 'src/a.ts', added: 3, removed: 2 },
      { path: 'gone.txt', added: 0, removed: 1 },
      { path: 'two words.txt', added: 0, removed: 0 },
    ]);
  });

  it('are read without git headers too, as copies of files are compared', () => {
    expect(diffStats('===\n--- a/x.txt\t\n+++ b/x.txt\t\n@@ -0,0 +1,1 @@\n+one\n')).toEqual([
      { path: 'x.txt', added: 1, removed: 0 },
    ]);
  });

  it('have the name they have now, also where git quotes it or has moved the file', () => {
    const moved =
      'diff --git a/old.txt b/new.txt\nsimilarity index 90%\nrename from old.txt\n--- a/old.txt\n+++ b/new.txt\n';
    const quoted =
      'diff --git "a/\\"q\\".txt" "b/\\"q\\".txt"\n--- "a/\\"q\\".txt"\n+++ "b/\\"q\\".txt"\n@@ -0,0 +1 @@\n+one\n';
    expect(diffStats(`${moved}${quoted}`)).toEqual([
      { path: 'new.txt', added: 0, removed: 0 },
      { path: '\\"q\\".txt', added: 1, removed: 0 },
    ]);
  });

  it('are none where nothing changed', () => {
    expect(diffStats('')).toEqual([]);
  });

  it('are listed, with those marked that the step does not name', () => {
    expect(withoutStyles(statView(diffStats(diff), ['gone.txt']))).toBe(
      [
        'src/a.ts       +3 -2',
        'gone.txt       +0 -1  not among the files of its step',
        'two words.txt  +0 -0',
        '3 files changed',
      ].join('\n'),
    );
  });
});

describe('a diff in a terminal', () => {
  it('keeps every line, and colours what came and went', () => {
    expect(`${withoutStyles(diffView(diff))}\n`).toBe(diff);
    const lines = renderStyles(diffView(diff), true).split('\n');
    expect(lines[0]).toBe('\u001b[1mdiff --git a/src/a.ts b/src/a.ts\u001b[0m');
    expect(lines[4]).toContain('\u001b[36m@@');
    expect(lines[6]).toBe('\u001b[31m--- a/trap.txt\u001b[0m');
    expect(lines[7]).toBe('\u001b[32m+++ b/trap.txt\u001b[0m');
  });
});
