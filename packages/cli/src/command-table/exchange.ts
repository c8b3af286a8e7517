import type { CommandGroup } from '../command.js';
import { planFormats } from '../plan-formats.js';

export const exchange: CommandGroup = {
  title: 'Exchange',
  commands: [
    {
      name: 'export',
      summary: 'write a plan in another form',
      arguments: [{ name: 'run | plan file | -', optional: true }],
      flags: {
        format: { type: 'string', choices: planFormats, summary: 'the form (default native)' },
        out: { type: 'string', value: 'path', summary: 'write to this file (two-layer: folder) instead of stdout' },
      },
      examples: ['planwright export --format mermaid', 'planwright export plan.json --format markdown --out plan.md'],
      load: () => import('../commands/export.js').then((file) => file.exportPlan),
    },
    {
      name: 'import',
      summary: 'keep a plan file as a draft run',
      arguments: [{ name: 'plan file | -' }],
      flags: {},
      examples: ['planwright import plan.json', 'planwright import - < plan.md'],
      load: () => import('../commands/import.js').then((file) => file.importPlan),
    },
  ],
};
