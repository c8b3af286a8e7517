import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { createRepository, type Program, type Repository } from '../cli-process.js';

/** A git repository that is gone when the test is over. */
export function aRepository(program: Program, files: Readonly<Record<string, string>>): Repository {
  const repository = createRepository(program, files);
  onTestFinished(() => rmSync(repository.root, { recursive: true, force: true }));
  return repository;
}
