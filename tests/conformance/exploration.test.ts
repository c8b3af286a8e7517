import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { type AngleDocument, parseAngleDocument } from '../../packages/core/src/explore/angle-document.js';
import { mergeExplorations } from '../../packages/core/src/explore/merge-explorations.js';
import { angleOfFile, readExploration } from '../../packages/core/src/explore/read-exploration.js';
import { createOfflineExplorer } from '../../packages/runtime/src/adapters/explorations/offline-explorer.js';
import { createWorkspaceStates } from '../../packages/runtime/src/adapters/explorations/workspace-state.js';
import { createNodeWorkspaceReader } from '../../packages/runtime/src/adapters/node-workspace-reader.js';
import { exploreTask } from '../../packages/runtime/src/explore-task.js';
import { aSmallRepository } from '../../packages/runtime/src/testing/a-small-repository.js';
import { createFixedClock } from '../../packages/runtime/src/testing/fixed-clock.js';
import { aProject } from '../../packages/runtime/src/testing/temporary-project.js';
import { conformanceDir, readVectors } from './conformance-dir.js';

const folder = 'two-layer-plans';

function schemaOf(name: 'explore' | 'diagnosis'): ValidateFunction {
  // The schemas name formats that the validator does not know without another package.
  const ajv = new Ajv({ strict: false, formats: { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) } });
  return ajv.compile(readVectors(`${folder}/schemas/${name}-json-schema.json`) as object);
}

function filesIn(path: string, named: RegExp): readonly string[] {
  const root = conformanceDir();
  if (root === undefined) return [];
  return readdirSync(join(root, folder, path))
    .filter((name) => named.test(name))
    .map((name) => `${folder}/${path}/${name}`);
}

async function explored(kind: 'feature' | 'fix', angles: readonly string[]): Promise<readonly AngleDocument[]> {
  const root = await aProject(aSmallRepository);
  const reader = createNodeWorkspaceReader(root);
  const explorer = createOfflineExplorer({ reader, states: createWorkspaceStates(root, reader) });
  const { signal } = new AbortController();
  const options = { kind, angles, explorer, clock: createFixedClock(), signal };
  const { explored: found } = await exploreTask('Change the discount limit of src/new.js', options);
  return found.map(({ document }) => document);
}

describe.skipIf(conformanceDir() === undefined)('explorations of CCW (CONFORMANCE_DIR)', () => {
  it.each([
    ['explore', 'feature'],
    ['diagnosis', 'fix'],
  ] as const)('%s-json-schema validates what we write for one to five angles', async (name, kind) => {
    const validate = schemaOf(name);
    for (const angles of [['general'], ['testing', 'patterns'], ['a', 'b', 'c', 'd', 'e']]) {
      const documents = await explored(kind, angles);
      expect(documents).toHaveLength(angles.length);
      for (const document of documents) expect([validate(document), validate.errors]).toEqual([true, null]);
    }
  });

  it.each(filesIn('examples/conforming', /^(?:exploration|diagnosis)-.*\.json$/))('our schemas take %s', (file) => {
    const value = readVectors(file);
    expect(parseAngleDocument(value)).toEqual(value);
    const read = readExploration(value, { file });
    expect(read).toMatchObject({ ok: true, notes: [], finding: { angle: angleOfFile(file) } });
    expect(read.ok ? mergeExplorations([read.finding]).files : []).toHaveLength(1);
  });

  it.each(filesIn('examples/from-repo', /^(?:explore|diagnosis)-\d+\.json$/))(
    'reads %s, whatever its shape',
    (file) => {
      const text = readFileSync(join(conformanceDir() ?? '', file), 'utf8');
      const named =
        [...text.matchAll(/"path": "([^"]+)"/g)].length + [...text.matchAll(/"src\/services\/\w+\.ts"/g)].length;
      const read = readExploration(readVectors(file), { file });
      expect(read.ok).toBe(true);
      if (read.ok) expect(read.finding.files).toHaveLength(named);
    },
  );
});
