import type { ClientClock } from './clock.ts';

/** The server's time, from answers that carry it. */
export interface ServerClock {
  /** Milliseconds since the epoch by the server's clock, as well as it is known. */
  now(): number;
  /** An answer with the server's time, to a question sent at `sentAt` by this machine's clock. */
  measured(answer: { sentAt: number; serverTime: number }): void;
}

/** The shortest round trip knows best; after this long a newer one is believed, for machines' clocks drift. */
const BELIEVED_MS = 300_000;
/** What two right clocks may drift apart meanwhile, with room. */
const DRIFT_MS = 250;

export function createServerClock(clock: ClientClock): ServerClock {
  let best = { roundTrip: Infinity, offset: 0, at: -Infinity };
  return {
    now: () => Math.round(clock.now() + best.offset),
    measured({ sentAt, serverTime }) {
      const now = clock.now();
      const roundTrip = now - sentAt;
      // This machine's clock was set back while the answer was on its way.
      if (roundTrip < 0) return;
      const offset = serverTime - (sentAt + roundTrip / 2);
      // Either is wrong by half its round trip at most: two that are further apart mean that this machine's clock was set.
      const agree = Math.abs(offset - best.offset) <= (roundTrip + best.roundTrip) / 2 + DRIFT_MS;
      if (agree && roundTrip > best.roundTrip && now - best.at < BELIEVED_MS) return;
      best = { roundTrip, offset, at: now };
    },
  };
}
