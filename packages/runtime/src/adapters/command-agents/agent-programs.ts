import type { AgentProgram } from './agent-program.js';
import { claude } from './claude.js';
import { codex } from './codex.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwen } from './qwen.js';

/** The agent programs that can be asked, by the name in `command:<name>`. */
export const agentPrograms = { claude, gemini, qwen, codex, opencode } as const satisfies Record<string, AgentProgram>;

export type AgentName = keyof typeof agentPrograms;

export const agentNames = Object.keys(agentPrograms) as readonly AgentName[];
