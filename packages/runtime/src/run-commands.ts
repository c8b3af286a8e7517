import { errorInfo, type ErrorInfo, type Proof, type SettledOutcome, type WorkOrder } from '@planwright/core';
import type { WorkOptions } from './ports/worker.js';
import type { CommandResult, Commands } from './ports/commands.js';

/** Runs commands of a step one after another; the first that fails ends it. Each command run is proof of how it went. */
export async function runCommands(
  commands: Commands,
  lines: readonly string[],
  order: Pick<WorkOrder, 'approvedCommands' | 'label' | 'try'>,
  { signal, onProgress, root }: WorkOptions,
): Promise<SettledOutcome> {
  const proof: Proof[] = [];
  const transcript: string[] = [];
  for (const line of lines) {
    onProgress?.(`running ${line}`);
    const result = await commands.run(line, {
      approved: order.approvedCommands,
      signal,
      root,
      step: `${order.label}:${order.try}`,
    });
    transcript.push(transcriptOf(line, result));
    const isApproved = order.approvedCommands.includes(line);
    const error = errorOf(line, result, isApproved ? '' : `; approve exactly this command to run it: ${line}`);
    if (error) return { type: 'failed', error, transcript: transcript.join('\n\n') };
    proof.push({ criterion: `\`${line}\` ends with exit code 0`, evidence: evidenceOf(result), met: true });
  }
  return { type: 'done', answer: answerOf(proof, transcript), transcript: transcript.join('\n\n'), proof };
}

function errorOf(line: string, result: CommandResult, advice: string): ErrorInfo | undefined {
  switch (result.type) {
    case 'exited':
      if (result.code === 0) return undefined;
      return errorInfo(
        'agent-failed',
        `\`${line}\` ended with exit code ${result.code}: ${tellingLine(result.output)}`,
        {
          command: line,
          exitCode: result.code,
        },
      );
    case 'stopped':
      return errorInfo(
        result.reason.startsWith('it took longer') ? 'step-timeout' : 'agent-failed',
        `\`${line}\` did not finish: ${result.reason}`,
        {
          command: line,
        },
      );
    case 'refused':
      return errorInfo('tool-denied', `${result.reason}${advice}`, { command: line });
  }
}

function evidenceOf(result: CommandResult): string {
  return result.type === 'exited' ? `exit code ${result.code} after ${result.durationMs} ms` : result.type;
}

/** The last lines of a command are where tools sum up. */
const shownLines = 15;

function answerOf(proof: readonly Proof[], transcript: readonly string[]): string {
  const summary = proof.map(
    ({ criterion, evidence }) => `${criterion.replace(' ends with exit code 0', '')}: ${evidence}`,
  );
  const endings = transcript.map((text) =>
    text.split('\n').slice(0, 1).concat(text.split('\n').slice(1).slice(-shownLines)).join('\n'),
  );
  return [`${summary.join('; ')}.`, ...endings].join('\n\n');
}

function transcriptOf(line: string, result: CommandResult): string {
  return result.type === 'refused' ? `$ ${line}\n${result.reason}` : `$ ${line}\n${result.output}`;
}

const longestLine = 300;

/** How test runners begin the line that names a failure. */
const namesFailure = /^(?:not ok|--- FAIL|FAIL(?:ED)?|ERROR|[✗✖×]|(?:E +)?\w*Error:)(?:\W|$)/;

/** The first failure that is named, else the last line, where tools sum up. */
function tellingLine(output: string): string {
  const lines = output.split('\n').map((each) => each.trim());
  const line =
    lines.find((each) => namesFailure.test(each)) ?? lines.findLast((each) => each !== '') ?? 'it printed nothing';
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line;
}
