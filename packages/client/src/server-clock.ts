import type { ClientClock } from './clock.ts';

/** The server's time, measured by answers that carry it. */
export interface ServerClock {
  /** Milliseconds since the epoch by the server's clock, as well as it is known. */
  now(): number;
  /** Takes an answer with the server's time, to a request sent at `sentAt` by this machine's clock. */
  measured(answer: { sentAt: number; serverTime: number }): void;
}

/** The shortest round trip is the most exact; after this long a newer one is used, as clocks drift. */
const BELIEVED_MS = 300_000;
/** How far two right clocks may drift apart in that time, with room. */
const DRIFT_MS = 250;

export function createServerClock(clock: ClientClock): ServerClock {
  let best = { roundTrip: Infinity, offset: 0, at: -Infinity };
  return {
    now: () => Math.round(clock.now() + best.offset),
    measured({ sentAt, serverTime }) {
      const now = clock.now();
      const roundTrip = now - sentAt;
      // This machine's clock was set back during the round trip.
      if (roundTrip < 0) return;
      const offset = serverTime - (sentAt + roundTrip / 2);
      // Each is wrong by half its round trip at most: a larger difference means that this machine's clock was set.
      const agree = Math.abs(offset - best.offset) <= (roundTrip + best.roundTrip) / 2 + DRIFT_MS;
      if (agree && roundTrip > best.roundTrip && now - best.at < BELIEVED_MS) return;
      best = { roundTrip, offset, at: now };
    },
  };
}
