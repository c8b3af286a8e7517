/**
 * Where a configuration of coordination is read otherwise than MassGen's validator reads it, on purpose. `ours` is what we say:
 * `code place`, or the settings that follow.
 */
export const coordinationConfigDifferences = [
  {
    section: 'config_validation',
    case: 'lab_empty_agents_list_is_valid',
    theirs: 'valid',
    ours: ['no-agents agents'],
    why: 'nobody would answer',
  },
  {
    section: 'config_validation',
    case: 'lab_typo_keys_accepted',
    theirs: 'valid',
    ours: [
      'unknown-key orchestratr',
      'unknown-key orchestrator.coordination.enable_planing_mode',
      'type orchestrator.max_new_answers_per_agent',
    ],
    why: 'a setting that is mistyped is a setting that is silently off; the nearest name is suggested',
  },
  {
    section: 'config_validation',
    case: 'lab_boolean_restarts_accepted',
    theirs: 'valid',
    ours: ['type orchestrator.coordination.max_orchestration_restarts'],
    why: 'true is not a number of restarts',
  },
  {
    section: 'config_validation',
    case: 'lab_timeout_settings_not_validated',
    theirs: 'valid',
    ours: ['range timeout_settings.orchestrator_timeout_seconds'],
    why: 'a negative time is none',
  },
  {
    section: 'config_corpus',
    case: 'seed_doc/08_complete_example.yaml',
    theirs: 'CWD_REQUIRES_AGENT_TEMPORARY_WORKSPACE',
    ours: 'valid',
    why: 'nobody needs one here: agents only read until a plan is approved, and agent programs are given a throwaway copy; the documented example runs as it is',
  },
  {
    section: 'isolated_workspace_detection',
    case: 'isolated_workspace_detection',
    theirs: 'writing is allowed while planning when the name of a folder contains "workspace"',
    ours: 'every agent is isolated, whatever its folder is called',
    why: 'what agents may do while planning is for the gate to say, not for the name of a folder',
  },
] as const;
