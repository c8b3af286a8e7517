import type { StepFile } from '../../plan/step.js';
import { type PathRule, whyUnwritable } from '../../tools/path-rules.js';
import { protectedFolderIn } from '../../tools/protected-path.js';
import { criticalIfDrafted, type Rule } from '../finding.js';
import { normalPath } from '../../shared/normal-path.js';

/** A step works in the project; what leads out of it, or to where no tool writes, would be refused when it runs. */
export const filesInProject: Rule = {
  name: 'files-in-project',
  dimension: 'constraints',
  check: ({ steps }, context) =>
    steps.flatMap(({ label, files }) =>
      files.flatMap((file) => {
        const why = whyNot(file, context.pathRules);
        if (why === undefined) return [];
        return [
          {
            severity: criticalIfDrafted(context),
            step: label,
            message: `step "${label}" names "${file.path}", ${why}`,
          },
        ];
      }),
    ),
};

function whyNot({ path }: StepFile, rules: readonly PathRule[] = []): string | undefined {
  const normal = normalPath(path);
  if (normal.startsWith('/') || /^[a-z]:/i.test(normal)) return 'which is not a path from the project’s root';
  if (normal === '..' || normal.startsWith('../')) return 'which is outside the project';
  const folder = protectedFolderIn(normal);
  if (folder !== undefined) return `which is in ${folder}, where no step writes`;
  const unwritable = whyUnwritable(normal, rules);
  return unwritable === undefined ? undefined : `but ${unwritable}`;
}
