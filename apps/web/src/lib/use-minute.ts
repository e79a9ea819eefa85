import { useEffect, useState } from 'react';
import { every, now } from './clock.ts';

const MINUTE_MS = 60_000;

/** The time, by the minute: precise enough for "now", "9:41" and "Yesterday". */
export function useMinute(): number {
  const [time, setTime] = useState(now);
  useEffect(() => every(MINUTE_MS, () => setTime(now())), []);
  return time;
}
