/** Where coordination differs from MassGen's scenarios on purpose. `ours` holds the facts that are not theirs. */
export const coordinationDifferences: readonly {
  readonly section: 'coordination_scenarios';
  readonly case: string;
  readonly theirs: string;
  readonly ours: Readonly<Record<string, unknown>>;
  readonly why: string;
}[] = [
  {
    section: 'coordination_scenarios',
    case: 'anon_id_depends_on_who_answered',
    theirs: 'agent1 is whoever answered first, then alphabetical: two votes for agent1 elect alpha',
    ours: { winner: 'zeta', votes: { zeta: 2 } },
    why: 'an alias is the place of registration for the whole run, in prompts, ballots and logs alike',
  },
  {
    section: 'coordination_scenarios',
    case: 'new_answer_invalidates_votes',
    theirs: 'the early answerer votes for itself, its vote is thrown away, and it is asked a third time',
    ours: { winner: 'a', votes: { a: 1, b: 1 } },
    why: 'nobody is asked to vote before all have proposed, so the script is asked twice and its third word is not needed; the tie goes to the earlier place',
  },
  {
    section: 'coordination_scenarios',
    case: 'update_injection_lost',
    theirs: 'the agent that is told nothing of the new answer errs until it is started anew: four calls',
    ours: { votes: {} },
    why: 'its vote means that it has nothing to propose; there is one proposal, so there is nothing to vote about: two calls',
  },
  {
    section: 'coordination_scenarios',
    case: 'two_new_answers_same_response',
    theirs: 'the first is used and the second silently dropped',
    ours: { winner: null, answers: { a: [] } },
    why: 'which of the two is meant, the agent has to say; this script never does and is retired after its tries',
  },
  {
    section: 'coordination_scenarios',
    case: 'duplicate_answer',
    theirs: 'refused, and recorded all the same',
    ours: { answers: { a: ['agent1.1'], b: ['agent2.1'] } },
    why: 'what is refused is not recorded as an answer',
  },
  {
    section: 'coordination_scenarios',
    case: 'never_uses_tools',
    theirs: '69 calls, and the full timeout is waited for',
    ours: { votes: {}, timedOut: false },
    why: 'an agent is retired after its tries, with the reason; the one that is left wins',
  },
  {
    section: 'coordination_scenarios',
    case: 'backend_always_errors',
    theirs: '71 calls, and the full timeout is waited for',
    ours: { votes: {}, timedOut: false },
    why: 'an error that lasts is not tried again; the agent is retired and the others finish',
  },
  {
    section: 'coordination_scenarios',
    case: 'all_agents_error',
    theirs: 'called until the timeout; exit code 0',
    ours: { timedOut: false },
    why: 'it fails at once, with exit code 1 and the reason `no-proposal`',
  },
  {
    section: 'coordination_scenarios',
    case: 'timeout_no_votes',
    theirs: 'the first registered agent wins without a vote',
    ours: { winner: null },
    why: 'silence elects nobody: the run fails with exit code 4 and the reason `timeout`; all proposals are kept',
  },
  {
    section: 'coordination_scenarios',
    case: 'timeout_with_stale_vote',
    theirs: 'a vote for a text that was replaced decides',
    ours: { winner: null, votes: {} },
    why: 'a ballot binds to the hash it was cast for; stale ones never count',
  },
  {
    section: 'coordination_scenarios',
    case: 'answer_limit_reached_never_votes',
    theirs: '49 calls until the timeout',
    ours: { timedOut: false },
    why: 'a single agent is not asked to vote; at its limit `new_answer` is not offered any more',
  },
  {
    section: 'coordination_scenarios',
    case: 'unbounded_answers',
    theirs: '45 answers until the timeout',
    ours: { answers: { a: ['agent1.1'] }, timedOut: false },
    why: 'rounds, answers and tries are bounded by default',
  },
  {
    section: 'coordination_scenarios',
    case: 'presentation_timeout_reexecutes',
    theirs: 'the timeout presents, and executes, a second time',
    ours: { timedOut: false },
    why: 'the time of coordination never cuts or repeats what is carried out',
  },
  {
    section: 'coordination_scenarios',
    case: 'skip_coordination',
    theirs: 'the first agent acts without having proposed anything',
    ours: { answers: { b: ['agent1.1'], a: [] } },
    why: 'it proposes, so that there is something to check and approve before anything happens',
  },
  {
    section: 'coordination_scenarios',
    case: 'evaluator_restart_missing_args',
    theirs: 'placeholder sentences stand in for the reason and the instructions',
    ours: { restarts: [{}] },
    why: 'what the evaluator left out is said to be missing, and nothing is put in its place',
  },
  {
    section: 'coordination_scenarios',
    case: 'evaluator_timeout',
    theirs: 'the answer is presented, and executed, a second time',
    ours: { timedOut: false },
    why: 'an evaluation that takes too long submits what there is as `not-evaluated`',
  },
];

/** What holds for every scenario. */
export const coordinationPrinciples: readonly {
  readonly case: string;
  readonly theirs: string;
  readonly ours: string;
  readonly why: string;
}[] = [
  {
    case: 'one agent alone',
    theirs: 'votes for itself',
    ours: 'is not asked to vote; the rule that decided is `only`',
    why: 'a vote of one among one says nothing and costs a call',
  },
  {
    case: 'votes by the real name of an agent',
    theirs: 'accepted',
    ours: 'refused, with the names on the paper',
    why: 'ballots are blind: who knows a name knows more than the paper says',
  },
  {
    case: 'the final answer',
    theirs: 'the winner acts again from prose, with all tools',
    ours: 'a winning text is the answer; a winning plan is checked, approved and carried out as it is',
    why: 'voters vote for what is done',
  },
  {
    case: 'who evaluates',
    theirs: 'the winner judges itself',
    ours: 'an agent that is not the author, where one is left',
    why: 'nobody is the judge of their own work',
  },
  {
    case: 'whether agents plan (irreversibility_analysis)',
    theirs:
      'a random agent is asked for YES or NO and for names of tools, with live tools; unclear replies turn planning off',
    ours: 'read from the task and the tools that there are, with no call; unclear means plan',
    why: 'a check of safety must not act, must not guess names and must fail closed',
  },
  {
    case: 'previous answer shown after a restart',
    theirs: 'the proposal that won',
    ours: 'what the attempt really ended with, and every step that was carried out',
    why: 'a restart must not repeat what was done',
  },
  {
    case: 'what voters are told after a restart',
    theirs: 'the whole block, in every turn',
    ours: 'the block with the steps by name and the beginning of the answer; results and changes are for those who propose',
    why: 'who compares plans needs to know what is done, and can read the files; the rest only costs tokens',
  },
];
