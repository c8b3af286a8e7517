import { anything, choice, type Fields, filledText, flag, fraction, list, map, moved } from './config-field.js';
import { number, required, text, unread, unused, whole } from './config-field.js';

const levels = choice('lenient', 'balanced', 'strict');

const contextPaths = list(
  map({ path: required(filledText), permission: choice('read', 'write'), protected_paths: list(text) }),
);

/** Tools that a provider carries out itself; our agents have those of MCP servers and of the project. */
const ownTool = unused(flag, 'give the agent an MCP server with such a tool');
const gate = 'the tool gate decides what an agent may do';
const sandbox = 'commands run in the sandbox of Planwright';

const backend = map({
  type: required(text),
  model: filledText,
  base_url: filledText,
  /** Of a `script` backend. */
  file: filledText,
  cwd: filledText,
  context_paths: contextPaths,
  mcp_servers: anything,
  reasoning: map({
    effort: choice('minimal', 'low', 'medium', 'high', 'max'),
    summary: unused(text),
  }),
  system_prompt: moved('system_message of the agent'),
  append_system_prompt: moved('system_message of the agent'),
  api_key: unused(text, 'keys are read from the environment only'),
  temperature: unused(number),
  top_p: unused(number),
  top_k: unused(number),
  max_tokens: unused(number),
  text: unused(anything),
  extra_body: unused(anything),
  chat_template_kwargs: unused(anything),
  betas: unused(anything),
  enable_web_search: ownTool,
  enable_code_execution: ownTool,
  enable_code_interpreter: ownTool,
  enable_image_generation: ownTool,
  enable_audio_generation: ownTool,
  enable_video_generation: ownTool,
  enable_file_generation: ownTool,
  allowed_tools: unused(list(text), gate),
  exclude_tools: unused(list(text), gate),
  disallowed_tools: unused(list(text), gate),
  permission_mode: unused(choice('default', 'acceptEdits', 'bypassPermissions', 'plan'), gate),
  custom_tools: unused(anything, 'offer such tools with an MCP server'),
  upload_files: unused(anything, 'name the files in the task'),
  enable_mcp_command_line: unused(flag, gate),
  command_line_allowed_commands: unused(list(text), gate),
  command_line_blocked_commands: unused(list(text), gate),
  command_line_execution_mode: unused(choice('local', 'docker'), sandbox),
  command_line_docker_image: unused(text, sandbox),
  command_line_docker_memory_limit: unused(anything, sandbox),
  command_line_docker_cpu_limit: unused(anything, sandbox),
  command_line_docker_network_mode: unused(choice('none', 'bridge', 'host'), sandbox),
  command_line_docker_enable_sudo: unused(flag, sandbox),
  command_line_docker_credentials: unused(anything, sandbox),
  command_line_docker_packages: unused(anything, sandbox),
  agent_config: unused(anything),
  group_config: unused(anything),
});

const memory = map({
  enabled: flag,
  conversation_memory: map({ enabled: flag }),
  persistent_memory: map({
    enabled: flag,
    on_disk: flag,
    vector_store: text,
    session_name: text,
    llm: map({ provider: text, model: text }),
    embedding: map({ provider: text, model: text }),
    qdrant: map({ mode: choice('server', 'local'), host: text, port: whole(1), path: text }),
  }),
  compression: map({ trigger_threshold: fraction, target_ratio: fraction }),
  retrieval: map({ limit: whole(1), exclude_recent: flag }),
  recording: map({ record_all_tool_calls: flag, record_reasoning: flag }),
});

export const agentField = map({
  id: required(text),
  backend: required(backend),
  system_message: text,
  memory: unused(memory),
  append_system_prompt: unread(text, 'write it as system_message'),
});

/** Ours; they may stand in `orchestrator` or in its `coordination`. */
export const ownFields = {
  planning: choice('always', 'auto', 'off'),
  quorum: whole(1),
  rounds: whole(1),
  self_votes: flag,
  graft: flag,
  budget: text,
} satisfies Fields;

export const coordinationField = map({
  ...ownFields,
  enable_planning_mode: flag,
  planning_mode_instruction: text,
  max_orchestration_restarts: whole(0),
  enable_agent_task_planning: unused(flag, 'a proposal is a plan already'),
  max_tasks_per_plan: unused(whole(1)),
  task_planning_filesystem_mode: unused(flag),
  enable_memory_filesystem_mode: unused(flag),
  use_skills: unused(flag),
  massgen_skills: unused(list(text)),
  skills_directory: unused(text),
});

const timeout = map({ orchestrator_timeout_seconds: whole(1) });

export const orchestratorField = map({
  ...ownFields,
  coordination: coordinationField,
  snapshot_storage: filledText,
  agent_temporary_workspace: filledText,
  session_storage: unused(text),
  context_paths: contextPaths,
  voting_sensitivity: levels,
  max_new_answers_per_agent: whole(1),
  answer_novelty_requirement: levels,
  skip_coordination_rounds: flag,
  debug_final_answer: text,
  dspy: unused(anything),
  timeout,
});

/** A whole configuration but for its agents, which are read one by one. */
export const configField = map({
  agents: anything,
  agent: anything,
  orchestrator: orchestratorField,
  ui: map({
    display_type: choice('rich_terminal', 'simple'),
    logging_enabled: flag,
    use_orchestrator_for_single_agent: unused(flag),
    automation_mode: unused(flag, 'use --json'),
    debug: unused(flag, 'use --log-level debug'),
    type: unread(text, 'write it as display_type'),
  }),
  timeout_settings: timeout,
  memory: unused(memory),
  session_id: unused(text),
  display: unread(anything, 'write it as ui, with display_type'),
});

/** The keys of the format before agents had backends. */
export const legacyKeys: readonly string[] = [
  'models',
  'model_configs',
  'num_agents',
  'max_rounds',
  'consensus_threshold',
  'voting_enabled',
  'enable_voting',
];
