import { coordinationConfigDifferences } from './coordination-config-differences.js';
import { coordinationDifferences, coordinationPrinciples } from './coordination-differences.js';
import { gateDifferences } from './gate-differences.js';
import { planRunDifferences } from './plan-run-differences.js';
import { planTextDifferences } from './plan-text-differences.js';
import { supervisionDifferences, supervisionEdgeDifferences } from './supervision-differences.js';

type Difference = { readonly case: string; readonly theirs: unknown; readonly ours: unknown; readonly why: string };

/** The page of deliberate differences, made from the tables the conformance tests use. */
export function differencesPage(): string {
  return [
    '# Deliberate differences',
    'Where Planwright does otherwise, on purpose, than the systems whose vectors it is tested against. Made from the tables in',
    '`tests/conformance` by `npm run differences`; every row is a test. A case is named by its section and place.\n',
    table('Plan first: the gate', gateDifferences),
    table('Plan first: reading plans', planTextDifferences),
    table('Plan first: carrying plans out', planRunDifferences),
    table('Supervision', [...supervisionDifferences, ...supervisionEdgeDifferences]),
    table('Coordination', [...coordinationPrinciples, ...coordinationDifferences]),
    table('Coordination: configuration', coordinationConfigDifferences),
  ].join('\n');
}

function table(title: string, rows: readonly Difference[]): string {
  const lines = rows.map((row) => `| ${[row.case, row.theirs, row.ours, row.why].map(cell).join(' | ')} |`);
  return [`## ${title}\n`, '| case | theirs | ours | why |', '| --- | --- | --- | --- |', ...lines, ''].join('\n');
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}
