import { client } from '../../lib/client.ts';
import { useMinute } from '../../lib/use-minute.ts';

/** The server's time, by the minute: what it timed is compared with it. */
export function useServerMinute(): number {
  useMinute();
  return client.serverNow();
}
