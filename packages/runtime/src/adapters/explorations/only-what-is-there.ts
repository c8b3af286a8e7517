import { type DiagnosisFindings, type Findings, pathInProject } from '@planwright/core';
import type { WorkspaceFile } from '../../ports/workspace-reader.js';

export type Believed = {
  readonly findings: Findings | DiagnosisFindings;
  /** The files it names. */
  readonly paths: readonly string[];
  readonly notes: readonly string[];
};

/** Findings without the files that the project does not have. Throws when none is left. */
export function onlyWhatIsThere(findings: Findings | DiagnosisFindings, files: readonly WorkspaceFile[]): Believed {
  const known = new Set(files.map(({ path }) => path));
  const named = 'affected_files' in findings ? findings.affected_files : findings.relevant_files;
  const missing = named.filter(({ path }) => !known.has(normal(path))).map(({ path }) => path);
  if (missing.length === named.length)
    throw new Error(`none of the files that the explorer names is there: ${missing.join(', ')}`);
  const there = <File extends { path: string }>(list: readonly File[]): File[] =>
    list.filter(({ path }) => known.has(normal(path))).map((file) => ({ ...file, path: normal(file.path) }));
  return {
    findings:
      'affected_files' in findings
        ? { ...findings, affected_files: there(findings.affected_files) }
        : { ...findings, relevant_files: there(findings.relevant_files) },
    paths: named.map(({ path }) => normal(path)).filter((path) => known.has(path)),
    notes: missing.map((path) => `the explorer names ${path}, which is not there; it is left out`),
  };
}

function normal(path: string): string {
  return pathInProject(path) ?? path;
}
