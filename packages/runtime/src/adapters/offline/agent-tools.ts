import type { Commands } from '../../ports/commands.js';
import type { Sources } from './sources.js';

/** What an agent works with, in the place where its step works. */
export type AgentTools = { readonly sources: Sources; readonly commands: Commands };
