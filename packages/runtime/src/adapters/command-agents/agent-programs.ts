import type { AgentProgramName } from '@planwright/core';
import type { AgentProgram } from './agent-program.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

/** The agent programs that can be asked, by the name in `command:<name>`. */
export const agentPrograms: Readonly<Record<AgentProgramName, AgentProgram>> = {
  claude,
  gemini,
  qwen,
  codex,
  opencode,
};
