/* How a path between the two comes about: what of it is to be offered anew, and when. */

/** revival: of a path that is dead, of which the browser has let go. search: of one that was never there. */
export type Lack = 'revival' | 'search';

/**
 * Milliseconds after the last sign of a path, an answer or a candidate; or, where the two need longer to tell each other
 * anything, so many times as long as offer and answer took. A browser asks the relay at 0 and 250 ms, and later in ever
 * longer pauses, and does not ask again what it was refused. A dead path is asked for four times a second this way, and
 * heard as soon as anything is; each search has more patience, lest a path be given up that is about to be found.
 */
const PATIENCE = {
  revival: { ms: 400, growth: 1, roundTrips: 1.5 },
  search: { ms: 1_500, growth: 1.5, roundTrips: 4 },
} as const;
/** Of either, however long an answer took: what is waited for has 20 s while two are being connected, and an attempt 10. */
const MOST_MS = 5_000;
const LOOKED_FOR: ReadonlySet<RTCIceConnectionState> = new Set(['new', 'checking', 'disconnected']);

export class Path {
  #wasFound = false;
  #searches = 0;
  #offeredAt: number;
  #isRepeated = false;
  #roundTripMs: number | null = null;
  /** Candidates of either side. */
  #signs = 0;
  #signsWhenSought = 0;

  /** The first offer goes along with the acknowledgement, as a rule: when that began. */
  constructor(startedAt: number) {
    this.#offeredAt = startedAt;
  }

  found(): void {
    this.#wasFound = true;
  }

  sign(): void {
    this.#signs++;
  }

  /** It is to be offered anew. */
  sought(): void {
    this.#signsWhenSought = this.#signs;
  }

  /** Whether there was no sign of it since it was sought. */
  get isSilent(): boolean {
    return this.#signs === this.#signsWhenSought;
  }

  searched(): void {
    this.#searches++;
  }

  offered(at: number): void {
    this.#offeredAt = at;
    this.#isRepeated = false;
  }

  offeredAgain(): void {
    this.#isRepeated = true;
  }

  /** An answer to an offer that was sent again may be to either: it says nothing new. */
  answered(at: number): void {
    if (!this.#isRepeated || this.#roundTripMs === null) this.#roundTripMs = at - this.#offeredAt;
  }

  /** Null: it is there, or was and is for the browser to find again. */
  lackIn(connection: Pick<RTCPeerConnection, 'connectionState' | 'iceConnectionState'>): Lack | null {
    if (connection.connectionState === 'failed') return 'revival';
    return !this.#wasFound && LOOKED_FOR.has(connection.iceConnectionState) ? 'search' : null;
  }

  patienceMs(lack: Lack): number {
    const { ms, growth, roundTrips } = PATIENCE[lack];
    return Math.min(Math.max(ms * growth ** this.#searches, roundTrips * (this.#roundTripMs ?? 0)), MOST_MS);
  }
}
