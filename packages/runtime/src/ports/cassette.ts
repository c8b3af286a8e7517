import type { Commands } from './commands.js';
import type { Model, ModelRequest } from './model.js';
import type { Tools } from './tools.js';

/** Whose call it is: what a recording is matched on, beside the words themselves. */
export type Caller = Pick<ModelRequest, 'phase' | 'agent' | 'label' | 'try'>;

/** Stands between a run and its model, tools and commands, to keep what passes or to give it back without them. */
export interface Cassette {
  readonly model: (model: Model) => Model;
  readonly tools: (tools: Tools, caller: Caller) => Tools;
  readonly commands: (commands: Commands) => Commands;
}
