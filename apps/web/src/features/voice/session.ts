/* One page's part in calls: holds the machine's state, feeds it, and carries out its effects. Lives outside React. */
import { FIXED, type EngagementView, type EventData, type EventName } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import { EarlyPress } from '../../lib/early-press.ts';
import type { Memory, TabWord } from '../../lib/personal-storage.ts';
import type { Alerts } from './alerts.ts';
import { IDLE, type CallEvent, type CallState, type Decision, type Rules } from './call-state.ts';
import { Commands } from './commands.ts';
import type { LineMedia } from './line-media.ts';
import { step } from './machine.ts';
import { MuteReport } from './mute-report.ts';
import { clockOf, isConnecting, mutedCall, type CallClock } from './view.ts';
import type { Wire } from './wire.ts';

export interface Snapshot {
  readonly state: CallState;
  readonly clock: CallClock;
  /** returning: the previous page was in a call, and the server has not said yet what became of it. */
  readonly arrival: 'returning' | 'arrived';
}

/** What a page was waiting for as it went away. at: by the server's clock. */
export interface Place {
  readonly topic: string;
  readonly at: number;
}

export type CallMedia = Pick<
  LineMedia,
  'follow' | 'receive' | 'offerFor' | 'restart' | 'openMicrophone' | 'isSilenced' | 'try' | 'close'
>;

export interface SessionOptions {
  readonly wire: Wire;
  readonly tab: string;
  readonly rules: () => Rules;
  readonly alerts: Alerts;
  /** Passes the place from a page to the next one of its tab. */
  readonly memory: Memory<Place>;
  /** When the previous page of this tab left a call. Read before the user is known. */
  readonly inCall: Memory<number>;
  /** A cancel in one tab ends the search in all. */
  readonly cancelled: TabWord;
  /** The call in which the user is muted: for every tab of this browser, and after a reload. */
  readonly muted: Memory<string>;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly every: (ms: number, run: () => void) => Stop;
  readonly media: (dispatch: (event: CallEvent) => void) => CallMedia;
  /** Keeps the application's own fields in step. */
  readonly onSnapshot: (snapshot: Snapshot) => void;
}

const TICK_MS = 200;
/**
 * 'Connecting' is drawn when it takes this long. Drawing can delay an offer or an answer by 100 ms; without it, the first word
 * is often there sooner.
 */
const CONNECTING_SHOWN_MS = 400;

export class CallSession {
  readonly #options: SessionOptions;
  readonly #commands: Commands;
  readonly #media: CallMedia;
  readonly #muteReport: MuteReport;
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<(state: CallState) => void>();
  #snapshot: Snapshot;
  /** Place of the previous page, until it is known whether to resume it. */
  #left: Place | null = null;
  #checkedAt = 0;
  #running = false;
  /** The topic of a call started before this session was. */
  readonly #press = new EarlyPress<string>();
  #stopTicking: Stop | null = null;
  #stopShowing: Stop | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    const arrival = this.#wasInCall() ? 'returning' : 'arrived';
    this.#snapshot = { state: IDLE, clock: clockOf(IDLE, { now: 0, rules: options.rules() }), arrival };
    if (arrival === 'returning') options.after(FIXED.awayMs, () => this.#arrive());
    this.#media = options.media((event) => this.#dispatch(event));
    const own = { state: () => this.#snapshot.state, dispatch: (event: CallEvent) => this.#dispatch(event) };
    this.#muteReport = new MuteReport({ ...options, ...own, isSilenced: () => this.#media.isSilenced });
    this.#commands = new Commands({
      ...options,
      ...own,
      offerFor: (callId) => this.#media.offerFor(callId),
      openMicrophone: () => this.#media.openMicrophone(),
      restartPeer: () => this.#media.restart(),
    });
  }

  getSnapshot = (): Snapshot => this.#snapshot;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs at once with each change of state, before it may be drawn; `subscribe` runs when it may. */
  onChange(listener: (state: CallState) => void): Stop {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Runs while a user is signed in. Returns into the call or the queue of this tab. */
  start(): Stop {
    const { wire, memory, cancelled } = this.#options;
    this.#running = true;
    this.#left = memory.recall();
    // Read once: a duplicate of this tab must not wait, too.
    memory.forget();
    const seen = (call: EventData<'call.updated'>) => this.#dispatch({ kind: 'call-seen', call });
    const on = <Name extends EventName>(name: Name, run: (data: EventData<Name>) => void) => wire.live.on(name, run);
    const stops = [
      on('call.matched', seen),
      on('call.updated', seen),
      on('queue.updated', (queue) => this.#dispatch({ kind: 'queue-seen', queue })),
      on('call.signal', (signal) => this.#media.receive(signal)),
      wire.live.status.subscribe(() => {
        if (wire.live.status.get() === 'online') void this.#comeBack();
      }),
      cancelled.listen(() => {
        this.#left = null;
        this.#dispatch({ kind: 'cancelled' });
      }),
    ];
    void this.#comeBack();
    stops.push(this.#press.listen((topic) => this.#dispatch({ kind: 'start-pressed', topic })));
    return () => {
      for (const stop of stops) stop();
      this.#close();
    };
  }

  join(topic: string): void {
    this.#press.press(topic);
  }

  end(): void {
    const { state } = this.#snapshot;
    // Other tabs end their search, and leave giving the place back to this one.
    if (state.kind === 'queuing' && state.stage !== 'preparing') this.#options.cancelled.tell();
    this.#dispatch({ kind: 'end-pressed' });
  }

  /** Leaves the call for good, in any state. */
  leave(): void {
    this.#dispatch({ kind: 'leave-pressed' });
  }

  decide(decision: Decision): void {
    this.#dispatch({ kind: 'decision-pressed', decision });
  }

  mute(): void {
    const { state } = this.#snapshot;
    if ('muted' in state && state.muted) void this.#unmute();
    else this.#dispatch({ kind: 'mute-pressed' });
  }

  continueHere(): void {
    this.#dispatch({ kind: 'continue-here-pressed' });
  }

  /** May come after its end, in the middle of another call. */
  reported(callId: string): void {
    const { state } = this.#snapshot;
    if ('call' in state && state.call.callId === callId) this.#dispatch({ kind: 'reported' });
  }

  /** 'begin' resolves once it is open or refused, and needs an 'end'. */
  async tryMicrophone(trying: 'begin' | 'end'): Promise<void> {
    await this.#media.try(trying);
  }

  /** The page goes away: the call ends in ten seconds unless this tab is back by then; the place is given up. */
  leavePage(): void {
    const { wire, memory, inCall } = this.#options;
    const { state } = this.#snapshot;
    // No page is left to handle a failure.
    if (state.kind === 'calling' || state.kind === 'deciding') {
      inCall.remember(wire.serverNow());
      void wire.call('leaveCall', { callId: state.call.callId }, { leaving: true }).catch(() => {});
    } else if (state.kind === 'queuing' && state.stage !== 'preparing') {
      memory.remember({ topic: state.topic, at: wire.serverNow() });
      void wire.call('leaveCallQueue', null, { leaving: true }).catch(() => {});
    } else if (this.#left !== null) {
      memory.remember(this.#left);
    }
    this.#commands.leavePage();
  }

  /** Applies what catching up has found: the whole state. */
  caughtUp({ kind, call, queue }: EngagementView): void {
    if (call !== null) this.#dispatch({ kind: 'call-seen', call });
    else if (kind === 'voice-queue' && queue !== null) this.#dispatch({ kind: 'queue-seen', queue });
    // The catch-up may be older than the screen, which ends only by an answer about itself.
    else if (this.#isEngaged()) void this.#check();
  }

  /** Unmutes once the microphone is there: a missing one may have come. */
  async #unmute(): Promise<void> {
    const before = this.#snapshot.state;
    const microphone = await this.#media.openMicrophone();
    const { state } = this.#snapshot;
    const isStillMuted = 'muted' in state && state.muted && mutedCall(state) === mutedCall(before);
    if (microphone === 'ready' && isStillMuted) this.#dispatch({ kind: 'mute-pressed' });
  }

  /** Returns into the call or the queue that occupies the user, or resumes what the previous page was waiting for. */
  async #comeBack(): Promise<void> {
    const { muted, wire } = this.#options;
    const mutedBefore = muted.recall();
    const engagement = await this.#check();
    // The next connection tries again.
    if (engagement === null) return;
    this.#arrive();
    const left = this.#left;
    this.#left = null;
    // The answer may be older than a call that another tab has begun.
    if (engagement.call === null && muted.recall() === mutedBefore) muted.forget();
    const isFree = engagement.kind === 'idle' || engagement.kind === 'voice-queue';
    // Beyond that age another tab waits, if any.
    if (left !== null && isFree && wire.serverNow() - left.at < FIXED.aliveMs) this.join(left.topic);
  }

  /** Whether a call was left so lately that the server has not ended it. */
  #wasInCall(): boolean {
    const { inCall, wire } = this.#options;
    const at = inCall.recall();
    inCall.forget();
    return at !== null && Math.abs(wire.serverNow() - at) < FIXED.awayMs;
  }

  #arrive(): void {
    if (this.#snapshot.arrival === 'arrived') return;
    this.#snapshot = { ...this.#snapshot, arrival: 'arrived' };
    this.#showSoon(0);
  }

  #dispatch(event: CallEvent): void {
    // An answer may arrive after the sign-out.
    if (!this.#running) return;
    const { wire, tab, rules, muted } = this.#options;
    const before = this.#snapshot.state;
    const here = { now: wire.serverNow(), tab, mutedCall: muted.recall(), rules: rules() };
    const { state, effects } = step(before, event, here);
    if (state !== before) this.#enter(before, state);
    else this.#show(state);
    if (event.kind === 'microphone-changed') this.#muteReport.follow();
    for (const effect of effects) this.#commands.carryOut(effect);
  }

  #enter(before: CallState, state: CallState): void {
    if (state.kind !== 'idle') this.#left = null;
    // Left over from a page that was shown again.
    if (before.kind === 'queuing' && state.kind !== 'queuing') this.#options.memory.forget();
    if (state.kind === 'idle') this.#options.inCall.forget();
    this.#keepMuted(before, state);
    if (before.kind !== state.kind) this.#checkedAt = this.#options.wire.serverNow();
    this.#show(state);
    this.#media.follow(state);
    for (const follow of this.#followers) follow(state);
    this.#muteReport.follow();
    if (state.kind === 'idle') {
      this.#stopTicking?.();
      this.#stopTicking = null;
    } else {
      this.#stopTicking ??= this.#options.every(TICK_MS, () => this.#tick());
    }
  }

  #keepMuted(before: CallState, state: CallState): void {
    const { muted } = this.#options;
    const call = mutedCall(state);
    if (call === mutedCall(before)) return;
    if (call !== null) muted.remember(call);
    // The tab that goes on with it has read it.
    else if (state.kind !== 'elsewhere') muted.forget();
  }

  /** Makes a new snapshot only when something on it has changed: whole seconds, not every tick. */
  #show(state: CallState): void {
    const { wire, rules } = this.#options;
    const { clock: last, state: shown } = this.#snapshot;
    const clock = clockOf(state, { now: wire.serverNow(), rules: rules() });
    const still =
      clock.elapsed === last.elapsed &&
      clock.untilDecision === last.untilDecision &&
      clock.decisionRemaining === last.decisionRemaining &&
      clock.canEnd === last.canEnd;
    if (still && state === shown) return;
    this.#snapshot = { state, clock: still ? last : clock, arrival: this.#snapshot.arrival };
    this.#showSoon(isConnecting(state) ? CONNECTING_SHOWN_MS : 0);
  }

  /** Notifies after the current work: requests to the server and the other side go first. */
  #showSoon(ms: number): void {
    if (ms > 0 && this.#stopShowing !== null) return;
    this.#stopShowing?.();
    this.#stopShowing = this.#options.after(ms, () => {
      this.#stopShowing = null;
      this.#options.onSnapshot(this.#snapshot);
      for (const listener of this.#listeners) listener();
    });
  }

  #tick(): void {
    this.#dispatch({ kind: 'clock-moved' });
    const due = this.#options.wire.serverNow() - this.#checkedAt >= FIXED.backupCheckMs;
    if (this.#snapshot.state.kind === 'queuing' && this.#isEngaged() && due) void this.#check();
  }

  /** Whether the user is in something that the server should know of. */
  #isEngaged(): boolean {
    const { state } = this.#snapshot;
    if (state.kind === 'queuing') return state.stage !== 'preparing' && state.stage !== 'joining';
    return state.kind !== 'idle' && state.kind !== 'ending';
  }

  #check(): Promise<EngagementView | null> {
    this.#checkedAt = this.#options.wire.serverNow();
    return this.#commands.check();
  }

  #close(): void {
    this.leavePage();
    this.#options.memory.forget();
    this.#options.inCall.forget();
    this.#left = null;
    this.#keepMuted(this.#snapshot.state, IDLE);
    this.#running = false;
    this.#stopTicking?.();
    this.#stopTicking = null;
    this.#media.close();
    this.#show(IDLE);
  }
}
