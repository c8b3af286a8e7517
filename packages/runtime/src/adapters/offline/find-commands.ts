import type { ReadOptions } from '../../ports/workspace-reader.js';
import { commandFiles, type ProjectCommand, projectCommands } from './project-commands.js';
import { readTexts, type Sources, type Texts } from './sources.js';

export type FoundCommands = {
  readonly commands: readonly ProjectCommand[];
  /** The files that name them, by path. */
  readonly texts: Texts;
};

/** The commands that the files at the project's root name. */
export async function findCommands(sources: Sources, options: ReadOptions): Promise<FoundCommands> {
  const { files } = await sources.list(options);
  const wanted = commandFiles.flatMap((name) => files.find(({ path }) => path === name) ?? []);
  const texts = await readTexts(sources, wanted, options);
  const paths = files.map(({ path }) => path);
  return { commands: projectCommands([...texts.values()], paths), texts };
}
