/** A step's task, with what earlier steps answered told apart from what its author wrote. */
export type FilledTask = { readonly own: string; readonly data: string };

/** The tag the core puts around an inserted answer; the digest ties its end to its start. */
const inserted = /<data from="[^"\n]*" digest="([0-9a-f]+)">\n([\s\S]*?)\n<\/data digest="\1">/g;

/** Separates an order's task from the answers filled into it: only its author's words say what is to be done. */
export function splitFilledTask(task: string): FilledTask {
  const data: string[] = [];
  const own = task.replace(inserted, (_, __, text: string) => {
    data.push(text);
    return ' ';
  });
  return { own, data: data.join('\n') };
}
