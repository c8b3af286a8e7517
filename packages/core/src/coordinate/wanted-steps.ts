import type { CoordinationData } from './coordination-events.js';
import type { CoordinationSettings } from './coordination-settings.js';
import { type Attempt, type Ballot, ballotsOf, proposalNamed, type Round } from './coordination-state.js';
import { lineNamed } from './paper.js';

type WantedStep = CoordinationData<'graft.offered'>['steps'][number];

/** So many ballots must ask for a step. */
const fewestWants = 2;

/** Steps of proposals that lost, which two ballots or more ask for: `agent2.1/E3`. */
export function wantedSteps(
  settings: CoordinationSettings,
  attempt: Attempt,
  round: Round,
  winner: string,
): readonly WantedStep[] {
  const wanted = new Map<string, WantedStep>();
  for (const ballot of ballotsOf(round))
    for (const step of stepsOf(settings, attempt, round, ballot)) {
      if (step.proposal === winner) continue;
      const key = `${step.proposal}/${step.step}`;
      wanted.set(key, { ...step, wanted: (wanted.get(key)?.wanted ?? 0) + 1 });
    }
  return [...wanted.values()].filter(({ wanted: ballots }) => ballots >= fewestWants);
}

/** Each step that a ballot names, once. */
function stepsOf(
  settings: CoordinationSettings,
  attempt: Attempt,
  { paper }: Round,
  { wants }: Ballot,
): readonly Omit<WantedStep, 'wanted'>[] {
  const named = wants.flatMap((want) => {
    const [, name = '', label = ''] = /^(\S+?)\s*[/#:\s]\s*#?(E[0-9]+)$/.exec(want) ?? [];
    const line = lineNamed(settings, attempt, paper, name);
    const proposal = line && proposalNamed(attempt, line.proposal);
    if (proposal === undefined || !('plan' in proposal)) return [];
    const step = proposal.plan.steps.find((each) => each.label === label);
    return step === undefined ? [] : [{ proposal: proposal.proposal, step: step.label, title: step.title }];
  });
  return [...new Map(named.map((step) => [`${step.proposal}/${step.step}`, step])).values()];
}
