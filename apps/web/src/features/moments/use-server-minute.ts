import { client } from '../../lib/client.ts';
import { useMinute } from '../../lib/use-minute.ts';

/** The server's time, updated every minute, to compare with its timestamps. */
export function useServerMinute(): number {
  useMinute();
  return client.serverNow();
}
