/** A running clock: `0:07`, `12:30`, `1:02:03`. Clocks of two machines may differ, so it never reads below zero. */
export function clockText(sinceAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(sinceAt)) / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = hours > 0 ? [String(hours), twoDigits(minutes)] : [String(minutes)];
  return [...parts, twoDigits(seconds % 60)].join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
