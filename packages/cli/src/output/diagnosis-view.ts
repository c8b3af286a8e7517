import type { Diagnosis, StoreDiagnosis } from '../diagnose.js';
import { style } from './style.js';

/** What this version promises, and what it does not. */
const guarantees = {
  yes: [
    'What was acknowledged is on disk: every event is synced before the next step starts.',
    'A step is recorded before it touches anything; after a crash, finished steps do not run again.',
    'Before approval nothing but reading happens: every call of every agent is judged with its arguments, and the approval binds exactly the plan that was shown.',
    'Commands run only if a person approved them to the letter; they are started without a shell.',
    'No network call that you did not configure; no telemetry.',
  ],
  no: [
    'What an interrupted command has done outside is not known: its step waits for you as in doubt.',
    'Steps that need a model, where there is none, are handed over to you with all that is known about them.',
  ],
} as const;

export function diagnosisView(diagnosis: Diagnosis): string {
  const { version, node, project, store, model, agents, problems, healthy, sandbox } = diagnosis;
  return [
    lines('planwright', [
      ['version', version],
      ['node', `${node.version}${node.supported ? '' : ` ${style('red', '(20.19 or newer is needed)')}`}`],
      ['project', `${project.root} (${project.because})`],
      ['store', storeText(store)],
      ['sandbox', sandbox.found],
    ]),
    lines('Settings', settingRows(diagnosis)),
    ...problems.map(
      ({ severity, message }) => `${style(severity === 'error' ? 'red' : 'yellow', `${severity}:`)} ${message}`,
    ),
    lines('Model and agents', [
      ['model', `${model.name} (${model.why})${model.error === null ? '' : ` ${style('red', model.error.message)}`}`],
      ...model.candidates.map(({ model: name, because, chosen }) => candidateRow(name, because, chosen)),
      ['here', names(agents.here)],
      ['handed over', `${names(agents.handedOver)} (you are asked to do these steps)`],
    ]),
    list('Guaranteed', [...guarantees.yes, ...sandbox.yes], style('green', '✓')),
    list('Not guaranteed', [...guarantees.no, ...sandbox.no], style('yellow', '!')),
    healthy ? style('green', 'All is well.') : style('red', 'Something is wrong; see above.'),
  ].join('\n\n');
}

function candidateRow(name: string, because: string, chosen: boolean): readonly [string, string] {
  const row = `${chosen ? style('green', '●') : '○'} ${name} ${style('dim', `(${because})`)}`;
  return ['', row];
}

function storeText({ file, exists, version, writable, error }: StoreDiagnosis): string {
  if (error !== null) return style('red', error.message);
  const state = exists ? `version ${version ?? 'unknown'}` : 'made by the first run';
  return `${file} (${state}, ${writable ? 'writable' : style('red', 'not writable')})`;
}

function settingRows({ settings, settingsFiles }: Diagnosis): readonly (readonly [string, string])[] {
  return [
    ...settings.map(({ key, shown, where }) => [key, `${shown}  ${style('dim', `(${where})`)}`] as const),
    ...settingsFiles.map(
      ({ path, exists }) => ['file', `${path}${exists ? '' : style('dim', ' (not there)')}`] as const,
    ),
  ];
}

function names(agents: Diagnosis['agents']['here']): string {
  return agents.length === 0 ? 'none' : agents.map(({ name }) => name).join(', ');
}

function lines(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [style('bold', title), ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)].join('\n');
}

function list(title: string, items: readonly string[], mark: string): string {
  return [style('bold', title), ...items.map((item) => `  ${mark} ${item}`)].join('\n');
}
