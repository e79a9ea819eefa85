/* ICE recovery: what is offered anew to find a path between the two sides, and when. */

/** revival: a path is dead and the browser has given up. search: there never was one. */
export type Lack = 'revival' | 'search';

/**
 * Milliseconds after the last sign of a path, an answer or a candidate; or so many times the offer's round trip, where that is
 * longer. A browser asks the relay at 0 and 250 ms, then in ever longer pauses, and never repeats what was refused. A dead
 * path is asked for four times a second this way, and heard as soon as anything is. Each search waits longer, lest it give up
 * a path that is about to be found.
 */
const REVIVAL = { ms: 400, growth: 1, roundTrips: 1.5 };
const SEARCH = { ms: 1_500, growth: 1.5, roundTrips: 4 };
/** Limit of either, however long an answer took: connecting has 20 s, and an attempt has 10. */
const MOST_MS = 5_000;

export class Path {
  wasFound = false;
  searches = 0;
  /** Whether no candidate of either side has come since the last new offer was due. */
  isSilent = true;
  /** Whether the newest offer was sent again, unanswered. */
  isOfferedAgain = false;
  /**
   * When the newest offer was sent. The first counts from the start of the call, as a rule: the acknowledgement takes it
   * along.
   */
  offeredAt: number;
  #roundTripMs: number | null = null;

  constructor(startedAt: number) {
    this.offeredAt = startedAt;
  }

  /** An answer to a repeated offer may be to either: it says nothing new. */
  answered(at: number): void {
    if (!this.isOfferedAgain || this.#roundTripMs === null) this.#roundTripMs = at - this.offeredAt;
  }

  /** Null when a path is there, or was and is for the browser to find again. */
  lackIn({ connectionState, iceConnectionState }: RTCPeerConnection): Lack | null {
    if (connectionState === 'failed') return 'revival';
    return this.wasFound || ['connected', 'completed'].includes(iceConnectionState) ? null : 'search';
  }

  patienceMs(lack: Lack): number {
    const { ms, growth, roundTrips } = lack === 'revival' ? REVIVAL : SEARCH;
    return Math.min(Math.max(ms * growth ** this.searches, roundTrips * (this.#roundTripMs ?? 0)), MOST_MS);
  }
}
