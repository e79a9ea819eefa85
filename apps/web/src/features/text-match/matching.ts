/*
 * This person's part in text matching: whether somebody is looked for, the match that binds, and what became of those
 * before. Lives outside React; what the server says always wins, and of a match the highest version.
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

/** Whom a page was looking for as it went away, and when that was, by the server's clock. */
export interface Search {
  readonly wishes: Wishes;
  readonly at: number;
}

export interface Snapshot {
  /** This tab looks for somebody. queue: null until the server has answered. */
  readonly finding: { readonly queue: QueueView | null } | null;
  /** The room of the match that binds this person, in whatever tab. */
  readonly bound: string | null;
  /** Every match this page has heard of, by its room. */
  readonly matches: ReadonlyMap<string, TextMatch>;
  /** A room this tab has just been led into, until it is there. */
  readonly found: string | null;
  /** A room in which both have just liked each other, until that was seen. */
  readonly revealed: string | null;
  /** undefined: not asked yet. null: without a limit. */
  readonly allowance: TextAllowance | undefined;
}

interface MatchingOptions {
  wire: Pick<Client, 'call' | 'live' | 'serverNow'>;
  every: (ms: number, run: () => void) => Stop;
  /** From a page to the next one of its tab. */
  memory: Memory<Search>;
  /** Whoever cancels in one tab looks in none. */
  cancelled: TabWord;
  /** Something was refused. */
  complain: (error: unknown) => void;
  onSnapshot: (snapshot: Snapshot) => void;
}

/** Refusals of a place that waiting does not change. */
const FINAL: readonly CallError['reason'][] = ['already-engaged', 'text-cooldown', 'suspended', 'session-ended'];

const NOTHING: Snapshot = {
  finding: null,
  bound: null,
  found: null,
  revealed: null,
  matches: new Map(),
  allowance: undefined,
};

/** Whether it was done nobody knows. */
const UNKNOWN: readonly CallError['reason'][] = ['network', 'took-too-long', 'internal'];

export class TextMatching {
  readonly #options: MatchingOptions;
  readonly #listeners = new Set<() => void>();
  readonly #words = new LastWords();
  #snapshot = NOTHING;
  #wishes: Wishes = {};
  /** Rises with every search. */
  #search = 0;
  /** Of the page before this one, until it is known whether to go on with it. */
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

  /** While somebody is signed in. Comes back into the match that binds them. */
  start(): Stop {
    const { wire, every, memory, cancelled } = this.#options;
    const { live } = wire;
    this.#left = memory.recall();
    // Read once: a duplicate of this tab looks for nobody.
    memory.forget();
    const stops = [
      live.on('textMatch.updated', (match) => this.#see(match)),
      live.on('queue.updated', (queue) => this.#snapshot.finding && this.#show({ finding: { queue } })),
      live.on('room.updated', ({ id, type, isActive, createdAt }) => {
        // The match itself may have been lost on the way: its room is as good.
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
      // Whoever signs in next wishes for themselves.
      this.#wishes = {};
      this.#stopChecking?.();
      this.#stopChecking = null;
      this.#show(NOTHING);
    };
  }

  /** Somebody new; wishes absent: as the last time. */
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
      // There may be a place all the same: of this search, or of one that was cancelled before.
      if (isUnknown(error) || this.#words.isUnanswered('place')) await this.#giveBack();
      await this.#look();
    }
  }

  /** Whatever was on its way: a match that came first is heard of as an answer. */
  async cancel(): Promise<void> {
    if (!this.#snapshot.finding) return;
    this.#stopFinding();
    this.#options.cancelled.tell();
    await this.#giveBack();
  }

  /** False: it was refused, and may be tried again. */
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

  /** What is not known of this room's match is asked for. */
  async know(chatRoomId: string): Promise<void> {
    if (!this.#snapshot.matches.has(chatRoomId)) await this.#look(chatRoomId);
  }

  /** How many matches are left, anew. */
  async refresh(): Promise<void> {
    await this.#look();
  }

  arrived(): void {
    this.#show({ found: null });
  }

  revealSeen(): void {
    this.#show({ revealed: null });
  }

  /** What catching up has found. */
  caughtUp({ kind, textMatch }: EngagementView): void {
    const { bound, finding } = this.#snapshot;
    if (!finding && this.#words.isUnanswered('place')) void this.#giveBack();
    if (textMatch !== bound || (finding && kind !== 'text-queue')) void this.#look(textMatch ?? bound ?? undefined);
  }

  /** The page goes away: the place is given up, and who is bound may come back within a minute. */
  leavePage(): void {
    const { wire, memory } = this.#options;
    const { call } = wire;
    const { finding, bound } = this.#snapshot;
    if (finding) memory.remember({ wishes: this.#wishes, at: wire.serverNow() });
    else if (this.#left) memory.remember(this.#left);
    // Of a page that was shown again.
    else memory.forget();
    // Nobody is there any more to hear of a failure.
    if (finding) void call('leaveTextQueueV2v2', null, { leaving: true }).catch(() => {});
    else this.#words.leavePage();
    if (bound) void call('textNotifyDisconnectV2v2', { chatRoomId: bound }, { leaving: true }).catch(() => {});
  }

  async #join(): Promise<void> {
    const { match, queue, allowance } = await this.#options.wire
      .call('joinTextQueueV2v2', this.#wishes)
      .catch(async (error: unknown) => {
        // Closed meanwhile, and perhaps there is a place all the same.
        if (!this.#snapshot.finding && isUnknown(error)) await this.#giveBack();
        throw error;
      });
    this.#words.takeBack('place');
    this.#show({ allowance });
    // Closed meanwhile: the place that was asked for is given back.
    if (!this.#snapshot.finding) return match ? this.#see(match) : void (await this.#giveBack());
    if (match) this.#land(match);
    else this.#show({ finding: { queue } });
  }

  /** Where no socket leads, a proxy may let calls through: without them the match would be over after 60 s. */
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

  /** Asked again every few seconds: the place may have been lost with a connection. */
  async #ask(): Promise<void> {
    if (!this.#snapshot.finding) return;
    try {
      await this.#join();
    } catch (error) {
      // It may come right with the next time; these do not, and would queue somebody who has long begun something else.
      if (!isFinal(error) || !this.#snapshot.finding) return;
      this.#stopFinding();
      this.#options.complain(error);
    }
  }

  /** Answers which search it is. */
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

  /** Into the match that binds, or to whom the page before this one was looking for. */
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

  /** Nobody has pressed anything: what is refused now is tried again, or nobody hears of it. */
  async #goOn({ wishes, at }: Search): Promise<void> {
    // Later it is another tab that looks, if any.
    const wasJustNow = this.#options.wire.serverNow() - at < FIXED.aliveMs;
    if (this.#snapshot.finding || !wasJustNow) return;
    const mine = this.#begin(wishes);
    await this.#join().catch((error: unknown) => isFinal(error) && this.#isOn(mine) && this.#stopFinding());
  }

  /** Null: it could not be asked. */
  async #look(chatRoomId?: string): Promise<Output<'getTextMatchStateV2v2'> | null> {
    const { bound } = this.#snapshot;
    try {
      const asked = await this.#options.wire.call('getTextMatchStateV2v2', chatRoomId ? { chatRoomId } : null);
      this.#show({ allowance: asked.allowance });
      if (asked.match) this.#see(asked.match);
      // What was heard of meanwhile is newer than this answer.
      else if (!chatRoomId && this.#snapshot.bound === bound) this.#show({ bound: null });
      return asked;
    } catch {
      // The next event, catching up or connection tells of it.
      return null;
    }
  }

  /** Also in a match that was known before: whoever joins is led there. */
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
