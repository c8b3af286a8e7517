import { parseJson } from '@planwright/core';
import * as z from 'zod';

/** A program on this machine that serves models, where it listens unless told otherwise. */
export type LocalServer = { readonly title: string; readonly url: string };

export const localServers: readonly LocalServer[] = [
  { title: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
  { title: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
];

/** What answers on loopback answers at once; this is for something else that took the port and says nothing. */
const probeMs = 500;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
/** What can stand in a model's name. */
const usableId = /^[^\s,#"]{1,200}$/;
const embedsOnly = /embed/i;

/** The models of a server that can be talked to; undefined when nothing there lists models. */
export async function modelsAt({ url }: LocalServer): Promise<readonly string[] | undefined> {
  try {
    // Nothing on loopback may send us elsewhere: that would be a call over the network which nobody asked for.
    const response = await fetch(`${url}/models`, { redirect: 'error', signal: AbortSignal.timeout(probeMs) });
    const body = parseJson(await response.text());
    const list = listSchema.safeParse(body.ok ? body.value : undefined);
    if (!response.ok || !list.success) return undefined;
    return list.data.data.map(({ id }) => id).filter((id) => usableId.test(id) && !embedsOnly.test(id));
  } catch {
    return undefined;
  }
}
