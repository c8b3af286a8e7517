import { angleDocument, cacheKey, explorationId } from '@planwright/core';
import type { KeptExploration } from '../../../ports/exploration-cache.js';

/** An exploration of one file, as a cache keeps it. */
export function anExploration(task: string, angle = 'security'): KeptExploration {
  const id = explorationId({ task, angle, kind: 'feature', explorer: 'offline' });
  const looks = [{ tool: 'read', args: { path: 'a.ts' }, digest: '1' }];
  const file = { path: 'a.ts', relevance: 1, rationale: 'decides the limit', role: 'modify_target' } as const;
  const texts = { project_structure: '', patterns: '', dependencies: '', integration_points: '', constraints: '' };
  const findings = { ...texts, relevant_files: [file], clarification_needs: [] };
  const order = { task, angle, kind: 'feature', index: 1, total: 1 } as const;
  const document = angleDocument(findings, order, '2026-01-01T00:00:00.000Z');
  return { id, key: cacheKey(id, looks), angle, explorer: 'offline', looks, state: 's1', document };
}
