import { useEffect, useState } from 'react';

/** The time for running clocks: one interval while something runs, none otherwise. */
export function useNow(runs: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!runs) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return nowMs;
}
