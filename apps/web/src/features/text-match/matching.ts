/*
 * The user's part in text matching: the search, the current match, and what became of earlier ones. Lives outside React. The
 * server's word always wins: of a match, the highest version.
 *
 *   free ──find──► finding ──match──► bound ──both like, an end──► free
 *     ▲               │
 *     └── closed ─────┘
 */
import { CallError } from '@yonder/client';
import {
  FIXED,
  type EngagementView,
  type InputDraft,
  type Output,
  type QueueView,
  type TextAllowance,
  type TextMatch,
} from '@yonder/contract';
import type { Client } from '@yonder/client';
import type { Stop } from '../../lib/clock.ts';
import { LastWords } from '../../lib/last-words.ts';
import type { Memory, TabWord } from '../../lib/personal-storage.ts';

export type Wishes = NonNullable<InputDraft<'joinTextQueueV2v2'>>;

/** The search of a page as it went away. at: by the server's clock. */
export interface Search {
  readonly wishes: Wishes;
  readonly at: number;
}

export interface Snapshot {
  /** Whether this tab searches. queue: null until the server has answered. */
  readonly finding: { readonly queue: QueueView | null } | null;
  /** The room of the user's current match, in any tab. */
  readonly bound: string | null;
  /** Every match this page knows of, by its room. */
  readonly matches: ReadonlyMap<string, TextMatch>;
  /** A room this tab is being led into, until it is there. */
  readonly found: string | null;
  /** A room in which both have just liked each other, until that was seen. */
  readonly revealed: string | null;
  /** undefined: not asked yet. null: without a limit. */
  readonly allowance: TextAllowance | undefined;
}

interface MatchingOptions {
  wire: Pick<Client, 'call' | 'live' | 'serverNow'>;
  every: (ms: number, run: () => void) => Stop;
  /** Passes the search from a page to the next one of its tab. */
  memory: Memory<Search>;
  /** A cancel in one tab ends the search in all. */
  cancelled: TabWord;
  /** Shows a refusal. */
  complain: (error: unknown) => void;
  onSnapshot: (snapshot: Snapshot) => void;
}

/** Refusals of a queue place that waiting does not change. */
const FINAL: readonly CallError['reason'][] = ['already-engaged', 'text-cooldown', 'suspended', 'session-ended'];

const NOTHING: Snapshot = {
  finding: null,
  bound: null,
  found: null,
  revealed: null,
  matches: new Map(),
  allowance: undefined,
};

/** Errors after which the outcome is unknown. */
const UNKNOWN: readonly CallError['reason'][] = ['network', 'took-too-long', 'internal'];

export class TextMatching {
  readonly #options: MatchingOptions;
  readonly #listeners = new Set<() => void>();
  readonly #words = new LastWords();
  #snapshot = NOTHING;
  #wishes: Wishes = {};
  /** Number of the current search. */
  #search = 0;
  /** Search of the previous page, until it is known whether to resume it. */
  #left: Search | null = null;
  /** By the server's clock. */
  #joinedAt = 0;
  #stopChecking: Stop | null = null;

  constructor(options: MatchingOptions) {
    this.#options = options;
  }

  getSnapshot = (): Snapshot => this.#snapshot;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs while a user is signed in. Returns into the current match. */
  start(): Stop {
    const { wire, every, memory, cancelled } = this.#options;
    const { live } = wire;
    this.#left = memory.recall();
    // Read once: a duplicate of this tab must not search.
    memory.forget();
    const stops = [
      live.on('textMatch.updated', (match) => this.#see(match)),
      live.on('queue.updated', (queue) => this.#snapshot.finding && this.#show({ finding: { queue } })),
      live.on('room.updated', ({ id, type, isActive, createdAt }) => {
        // The event of the match may be lost: its room serves as well.
        const isNew = createdAt >= this.#joinedAt - FIXED.textRoomWindowMs;
        if (this.#snapshot.finding && type === 'mode3' && isActive && isNew) void this.#look(id);
      }),
      live.status.subscribe(() => {
        if (live.status.get() === 'online') void this.#comeBack();
      }),
      cancelled.listen(() => {
        this.#left = null;
        this.#stopFinding();
      }),
      every(FIXED.textHeartbeatMs, () => void this.#beat()),
    ];
    void this.#comeBack();
    return () => {
      stops.forEach((stop) => stop());
      this.leavePage();
      memory.forget();
      this.#left = null;
      // The next user has wishes of their own.
      this.#wishes = {};
      this.#stopChecking?.();
      this.#stopChecking = null;
      this.#show(NOTHING);
    };
  }

  /** Starts a search; without `wishes`, as the last time. */
  async find(wishes = this.#wishes): Promise<void> {
    if (this.#snapshot.finding) return;
    const mine = this.#begin(wishes);
    try {
      await this.#join();
    } catch (error) {
      // Cancelled meanwhile, and perhaps begun anew.
      if (!this.#isOn(mine)) return;
      this.#stopFinding();
      this.#options.complain(error);
      // A place may exist all the same: of this search, or of one cancelled before.
      if (isUnknown(error) || this.#words.isUnanswered('place')) await this.#giveBack();
      await this.#look();
    }
  }

  /** Cancels at any stage: a match that came first arrives as an answer. */
  async cancel(): Promise<void> {
    if (!this.#snapshot.finding) return;
    this.#stopFinding();
    this.#options.cancelled.tell();
    await this.#giveBack();
  }

  /** False when refused; it may be tried again. */
  async decide(chatRoomId: string, decision: 'like' | 'dislike'): Promise<boolean> {
    const { wire, complain } = this.#options;
    try {
      this.#see((await wire.call('textMatchDecisionV2v2', { chatRoomId, decision })).match);
      return true;
    } catch (error) {
      complain(error);
      await this.#look(chatRoomId);
      return false;
    }
  }

  /** Loads this room's match, unless it is known. */
  async know(chatRoomId: string): Promise<void> {
    if (!this.#snapshot.matches.has(chatRoomId)) await this.#look(chatRoomId);
  }

  /** Reloads how many matches are left. */
  async refresh(): Promise<void> {
    await this.#look();
  }

  arrived(): void {
    this.#show({ found: null });
  }

  revealSeen(): void {
    this.#show({ revealed: null });
  }

  /** Applies what catching up has found. */
  caughtUp({ kind, textMatch }: EngagementView): void {
    const { bound, finding } = this.#snapshot;
    if (!finding && this.#words.isUnanswered('place')) void this.#giveBack();
    if (textMatch !== bound || (finding && kind !== 'text-queue')) void this.#look(textMatch ?? bound ?? undefined);
  }

  /** The page goes away: the place is given up, and a matched user may come back within a minute. */
  leavePage(): void {
    const { wire, memory } = this.#options;
    const { call } = wire;
    const { finding, bound } = this.#snapshot;
    if (finding) memory.remember({ wishes: this.#wishes, at: wire.serverNow() });
    else if (this.#left) memory.remember(this.#left);
    // Left over from a page that was shown again.
    else memory.forget();
    // No page is left to handle a failure.
    if (finding) void call('leaveTextQueueV2v2', null, { leaving: true }).catch(() => {});
    else this.#words.leavePage();
    if (bound) void call('textNotifyDisconnectV2v2', { chatRoomId: bound }, { leaving: true }).catch(() => {});
  }

  async #join(): Promise<void> {
    const { match, queue, allowance } = await this.#options.wire
      .call('joinTextQueueV2v2', this.#wishes)
      .catch(async (error: unknown) => {
        // Cancelled meanwhile, and there may be a place all the same.
        if (!this.#snapshot.finding && isUnknown(error)) await this.#giveBack();
        throw error;
      });
    this.#words.takeBack('place');
    this.#show({ allowance });
    // Cancelled meanwhile: the requested place is given back.
    if (!this.#snapshot.finding) return match ? this.#see(match) : void (await this.#giveBack());
    if (match) this.#land(match);
    else this.#show({ finding: { queue } });
  }

  /**
   * Sends heartbeats by calls, which a proxy may let through where it blocks the socket: without them the match ends after 60
   * s.
   */
  async #beat(): Promise<void> {
    const { wire } = this.#options;
    const { bound } = this.#snapshot;
    if (bound === null || wire.live.status.get() === 'online') return;
    const answer = await wire.call('textHeartbeatV2v2', { chatRoomId: bound }).catch(() => null);
    if (answer !== null) this.#see(answer.match);
  }

  async #giveBack(): Promise<void> {
    const { wire } = this.#options;
    const { chatRoomId } = await this.#words
      .say('place', (how) => wire.call('leaveTextQueueV2v2', null, how))
      .catch(() => ({ chatRoomId: null }));
    if (chatRoomId !== null) await this.#look(chatRoomId);
  }

  /** Joins again every few seconds: the place may have been lost with a connection. */
  async #ask(): Promise<void> {
    if (!this.#snapshot.finding) return;
    try {
      await this.#join();
    } catch (error) {
      // Other errors may pass. Final ones do not, and would queue a user long busy with something else.
      if (!isFinal(error) || !this.#snapshot.finding) return;
      this.#stopFinding();
      this.#options.complain(error);
    }
  }

  /** Returns the number of the new search. */
  #begin(wishes: Wishes): number {
    const { wire, every } = this.#options;
    this.#wishes = wishes;
    this.#left = null;
    this.#joinedAt = wire.serverNow();
    this.#show({ finding: { queue: null } });
    this.#stopChecking = every(FIXED.backupCheckMs, () => void this.#ask());
    return ++this.#search;
  }

  #isOn(search: number): boolean {
    return this.#snapshot.finding !== null && search === this.#search;
  }

  /** Returns into the current match, or resumes the search of the previous page. */
  async #comeBack(): Promise<void> {
    if (!this.#snapshot.finding && this.#words.isUnanswered('place')) await this.#giveBack();
    const asked = await this.#look();
    // The next connection tries again.
    if (asked === null) return;
    const left = this.#left;
    this.#left = null;
    const { match } = asked;
    if (match?.state !== 'active') return left ? this.#goOn(left) : undefined;
    const { call } = this.#options.wire;
    await call('textNotifyReconnectV2v2', { chatRoomId: match.chatRoomId }).then(
      (answer) => this.#see(answer.match),
      () => {},
    );
  }

  /** Resumes a search without a press: what is refused now is retried, or stays silent. */
  async #goOn({ wishes, at }: Search): Promise<void> {
    // Beyond that age another tab searches, if any.
    const wasJustNow = this.#options.wire.serverNow() - at < FIXED.aliveMs;
    if (this.#snapshot.finding || !wasJustNow) return;
    const mine = this.#begin(wishes);
    await this.#join().catch((error: unknown) => isFinal(error) && this.#isOn(mine) && this.#stopFinding());
  }

  /** Null when the request failed. */
  async #look(chatRoomId?: string): Promise<Output<'getTextMatchStateV2v2'> | null> {
    const { bound } = this.#snapshot;
    try {
      const asked = await this.#options.wire.call('getTextMatchStateV2v2', chatRoomId ? { chatRoomId } : null);
      this.#show({ allowance: asked.allowance });
      if (asked.match) this.#see(asked.match);
      // Events that came meanwhile are newer than this answer.
      else if (!chatRoomId && this.#snapshot.bound === bound) this.#show({ bound: null });
      return asked;
    } catch {
      // The next event, catch-up or connection reports it.
      return null;
    }
  }

  /** Leads the user into the match, also into one that was known before. */
  #land(match: TextMatch): void {
    this.#see(match);
    if (!this.#snapshot.finding) return;
    this.#stopFinding();
    this.#show({ found: match.chatRoomId });
  }

  #see(match: TextMatch): void {
    const { matches, bound, finding } = this.#snapshot;
    const { chatRoomId, state } = match;
    const known = matches.get(chatRoomId);
    if (known && known.version >= match.version) return;
    const isBound = state === 'active';
    const isFound = finding !== null && isBound;
    if (isFound) this.#stopFinding();
    this.#show({
      matches: new Map(matches).set(chatRoomId, match),
      ...(isBound ? { bound: chatRoomId } : bound === chatRoomId && { bound: null }),
      ...(isFound && { found: chatRoomId }),
      ...(known?.state === 'active' && state === 'mutual-like' && { revealed: chatRoomId }),
    });
    if (!known || !isBound) void this.#look();
  }

  #stopFinding(): void {
    this.#stopChecking?.();
    this.#stopChecking = null;
    this.#show({ finding: null });
  }

  #show(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    this.#options.onSnapshot(this.#snapshot);
    for (const listener of this.#listeners) listener();
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof CallError && FINAL.includes(error.reason);
}

function isUnknown(error: unknown): boolean {
  return error instanceof CallError && UNKNOWN.includes(error.reason);
}
