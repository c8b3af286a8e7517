/** A tree of keys: `null` where anything may stand below. */
export type KeyTree = { readonly [key: string]: KeyTree | null };

const anything = null;
const keys = (names: string): KeyTree => Object.fromEntries(names.split(/\s+/).map((name) => [name, anything]));

const agent: KeyTree = {
  ...keys('id system_message memory'),
  backend: keys(
    `type model api_key base_url chat_template_kwargs temperature top_p top_k max_tokens reasoning text extra_body betas
     enable_web_search enable_code_execution enable_code_interpreter
     enable_image_generation enable_audio_generation enable_video_generation enable_file_generation
     cwd context_paths mcp_servers allowed_tools exclude_tools disallowed_tools permission_mode custom_tools upload_files
     enable_mcp_command_line command_line_allowed_commands command_line_blocked_commands command_line_execution_mode
     command_line_docker_image command_line_docker_memory_limit command_line_docker_cpu_limit
     command_line_docker_network_mode command_line_docker_enable_sudo command_line_docker_credentials
     command_line_docker_packages agent_config group_config`,
  ),
};

/** What a MassGen configuration may hold. We accept the file and say which of it this version does not use. */
export const massgenKeys: KeyTree = {
  agents: agent,
  agent,
  orchestrator: {
    ...keys(
      `snapshot_storage agent_temporary_workspace session_storage context_paths voting_sensitivity
       max_new_answers_per_agent answer_novelty_requirement skip_coordination_rounds debug_final_answer dspy timeout`,
    ),
    coordination: keys(
      `enable_planning_mode planning_mode_instruction max_orchestration_restarts enable_agent_task_planning
       max_tasks_per_plan task_planning_filesystem_mode enable_memory_filesystem_mode
       use_skills massgen_skills skills_directory`,
    ),
  },
  ui: keys('display_type logging_enabled use_orchestrator_for_single_agent automation_mode debug'),
  timeout_settings: keys('orchestrator_timeout_seconds'),
  memory: anything,
  session_id: anything,
};
