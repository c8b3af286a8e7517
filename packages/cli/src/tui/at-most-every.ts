/** Calls at once when it has been quiet, else when the time has come. The last of many calls is never lost. */
export type Paced = { readonly call: () => void; readonly stop: () => void };

export function atMostEvery(everyMs: number, action: () => void): Paced {
  let timer: NodeJS.Timeout | undefined;
  let again = false;
  const run = (): void => {
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) run();
    }, everyMs);
    action();
  };
  return {
    call: () => {
      if (timer === undefined) run();
      else again = true;
    },
    stop: () => clearTimeout(timer),
  };
}
