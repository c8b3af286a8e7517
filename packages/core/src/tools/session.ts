import * as z from 'zod';

/** A conversation that an agent program keeps by itself and can go on with later. */
export const sessionRefSchema = z.object({ model: z.string(), id: z.string() });
export type SessionRef = z.infer<typeof sessionRefSchema>;

/** How a step's conversation begins: anew, as the next turn of its parent's, as a branch of it, or from several. */
export type SessionWish = {
  readonly strategy: 'new' | 'resume' | 'fork' | 'merge_fork';
  /** The parents. An agent that cannot go on from them is handed their answers. */
  readonly from: readonly {
    readonly label: string;
    readonly answer: string;
    readonly session?: SessionRef | undefined;
  }[];
};
