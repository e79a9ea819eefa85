/* How a path between the two comes about: what of it is to be offered anew, and when. */

/** revival: of a path that is dead, of which the browser has let go. search: of one that was never there. */
export type Lack = 'revival' | 'search';

/**
 * Milliseconds after the last sign of a path, an answer or a candidate; or, where the two need longer to tell each other
 * anything, so many times as long as offer and answer took. A browser asks the relay at 0 and 250 ms, and later in ever
 * longer pauses, and does not ask again what it was refused. A dead path is asked for four times a second this way, and
 * heard as soon as anything is; each search has more patience, lest a path be given up that is about to be found.
 */
const REVIVAL = { ms: 400, growth: 1, roundTrips: 1.5 };
const SEARCH = { ms: 1_500, growth: 1.5, roundTrips: 4 };
/** Of either, however long an answer took: two who are being connected have 20 s, and an attempt has 10. */
const MOST_MS = 5_000;

export class Path {
  wasFound = false;
  searches = 0;
  /** Whether there was no candidate of either side since it was last to be offered anew. */
  isSilent = true;
  /** The newest offer was sent again, after nobody had answered it. */
  isOfferedAgain = false;
  /** Of the first offer: since when there is a call, for it goes along with the acknowledgement as a rule. */
  offeredAt: number;
  #roundTripMs: number | null = null;

  constructor(startedAt: number) {
    this.offeredAt = startedAt;
  }

  /** An answer to an offer that was sent again may be to either: it says nothing new. */
  answered(at: number): void {
    if (!this.isOfferedAgain || this.#roundTripMs === null) this.#roundTripMs = at - this.offeredAt;
  }

  /** Null: it is there, or was and is for the browser to find again. */
  lackIn({ connectionState, iceConnectionState }: RTCPeerConnection): Lack | null {
    if (connectionState === 'failed') return 'revival';
    return this.wasFound || ['connected', 'completed'].includes(iceConnectionState) ? null : 'search';
  }

  patienceMs(lack: Lack): number {
    const { ms, growth, roundTrips } = lack === 'revival' ? REVIVAL : SEARCH;
    return Math.min(Math.max(ms * growth ** this.searches, roundTrips * (this.#roundTripMs ?? 0)), MOST_MS);
  }
}
