/* One page's part in calls: holds the machine's state, feeds it, and lets the world follow. Lives outside React. */
import { FIXED, type EventData, type EventName } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import type { Alerts } from './alerts.ts';
import { IDLE, type CallEvent, type CallState, type Decision, type Rules } from './call-state.ts';
import { Commands } from './commands.ts';
import type { LineMedia } from './line-media.ts';
import { step } from './machine.ts';
import { clockOf, type CallClock } from './view.ts';
import type { Wire } from './wire.ts';

export interface Snapshot {
  readonly state: CallState;
  readonly clock: CallClock;
}

/** Remembers over a reload that this tab was waiting, and for what. */
export interface QueueMemory {
  topic(): string | null;
  remember(topic: string): void;
  forget(): void;
}

/** The part of a call that is heard. */
export type CallMedia = Pick<LineMedia, 'follow' | 'receive' | 'restart' | 'openMicrophone' | 'try' | 'close'>;

export interface SessionOptions {
  readonly wire: Wire;
  readonly tab: string;
  readonly rules: () => Rules;
  readonly alerts: Alerts;
  readonly memory: QueueMemory;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly every: (ms: number, run: () => void) => Stop;
  readonly media: (dispatch: (event: CallEvent) => void) => CallMedia;
  /** Keeps the application's own fields in step. */
  readonly onSnapshot: (snapshot: Snapshot) => void;
}

const TICK_MS = 200;

export class CallSession {
  readonly #options: SessionOptions;
  readonly #commands: Commands;
  readonly #media: CallMedia;
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot;
  #checkedAt = 0;
  #running = false;
  #stopTicking: Stop | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#snapshot = { state: IDLE, clock: clockOf(IDLE, { now: 0, rules: options.rules() }) };
    this.#media = options.media((event) => this.#dispatch(event));
    this.#commands = new Commands({
      ...options,
      state: () => this.#snapshot.state,
      dispatch: (event) => this.#dispatch(event),
      openMicrophone: () => this.#media.openMicrophone(),
      restartPeer: () => this.#media.restart(),
    });
  }

  getSnapshot = (): Snapshot => this.#snapshot;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** While somebody is signed in. Comes back into whatever call or queue this tab was in. */
  start(): Stop {
    const { wire } = this.#options;
    this.#running = true;
    const seen = (call: EventData<'call.updated'>) => this.#dispatch({ kind: 'call-seen', call });
    const on = <Name extends EventName>(name: Name, run: (data: EventData<Name>) => void) => wire.live.on(name, run);
    const stops = [
      on('call.matched', seen),
      on('call.updated', seen),
      on('queue.updated', (queue) => this.#dispatch({ kind: 'queue-seen', queue })),
      on('call.signal', (signal) => this.#media.receive(signal)),
      on('gap', () => this.#check()),
      wire.live.status.subscribe(() => {
        if (wire.live.status.get() === 'online') this.#check();
      }),
    ];
    void this.#comeBack();
    return () => {
      for (const stop of stops) stop();
      this.#close();
    };
  }

  join(topic: string): void {
    this.#dispatch({ kind: 'start-pressed', topic });
  }

  end(): void {
    this.#dispatch({ kind: 'end-pressed' });
  }

  /** Leaves the call for good, whatever state it is in. */
  leave(): void {
    this.#dispatch({ kind: 'leave-pressed' });
  }

  decide(decision: Decision): void {
    this.#dispatch({ kind: 'decision-pressed', decision });
  }

  mute(): void {
    this.#dispatch({ kind: 'mute-pressed' });
    // A microphone that was not there may be there now.
    const { state } = this.#snapshot;
    if ('muted' in state && !state.muted) void this.#reopenMicrophone();
  }

  continueHere(): void {
    this.#dispatch({ kind: 'continue-here-pressed' });
  }

  reported(): void {
    this.#dispatch({ kind: 'reported' });
  }

  tryMicrophone(trying: 'begin' | 'end'): void {
    this.#media.try(trying);
  }

  /** The page goes away: the call ends in ten seconds unless this tab is back by then. */
  leavePage(): void {
    const { state } = this.#snapshot;
    if (state.kind !== 'calling' && state.kind !== 'deciding') return;
    // Nobody is there any more to hear of a failure.
    void this.#options.wire.call('leaveCall', { callId: state.call.callId }, { keepalive: true }).catch(() => {});
  }

  async #reopenMicrophone(): Promise<void> {
    const microphone = await this.#media.openMicrophone();
    this.#dispatch({ kind: 'microphone-changed', microphone });
  }

  async #comeBack(): Promise<void> {
    const topic = this.#options.memory.topic();
    const engagement = await this.#commands.check();
    if (topic !== null && engagement?.kind === 'voice-queue') this.join(topic);
    else if (engagement?.kind !== 'voice-queue') this.#options.memory.forget();
  }

  #dispatch(event: CallEvent): void {
    // An answer may still arrive after the person has gone.
    if (!this.#running) return;
    const { wire, tab, rules, memory } = this.#options;
    const before = this.#snapshot.state;
    const { state, effects } = step(before, event, { now: wire.serverNow(), tab, rules: rules() });
    if (state !== before) this.#enter(before, state);
    else this.#show(state);
    if (state.kind === 'queuing' && state.stage === 'waiting') memory.remember(state.topic);
    for (const effect of effects) this.#commands.carryOut(effect);
  }

  #enter(before: CallState, state: CallState): void {
    if (before.kind === 'queuing' && state.kind !== 'queuing') this.#options.memory.forget();
    if (before.kind !== state.kind) this.#checkedAt = this.#options.wire.serverNow();
    this.#show(state);
    this.#media.follow(state);
    if (state.kind === 'idle') {
      this.#stopTicking?.();
      this.#stopTicking = null;
    } else {
      this.#stopTicking ??= this.#options.every(TICK_MS, () => this.#tick());
    }
  }

  /** A new snapshot only when something on it has changed: whole seconds, not every tick. */
  #show(state: CallState): void {
    const { wire, rules, onSnapshot } = this.#options;
    const { clock: last, state: shown } = this.#snapshot;
    const clock = clockOf(state, { now: wire.serverNow(), rules: rules() });
    const still =
      clock.elapsed === last.elapsed &&
      clock.untilDecision === last.untilDecision &&
      clock.decisionRemaining === last.decisionRemaining &&
      clock.canEnd === last.canEnd;
    if (still && state === shown) return;
    this.#snapshot = { state, clock: still ? last : clock };
    onSnapshot(this.#snapshot);
    for (const listener of this.#listeners) listener();
  }

  #tick(): void {
    this.#dispatch({ kind: 'clock-moved' });
    const { state } = this.#snapshot;
    const every = state.kind === 'queuing' ? FIXED.backupCheckMs : FIXED.syncEveryMs;
    const asks =
      state.kind !== 'ending' &&
      !(state.kind === 'queuing' && (state.stage === 'preparing' || state.stage === 'joining'));
    if (asks && this.#options.wire.serverNow() - this.#checkedAt >= every) this.#check();
  }

  #check(): void {
    this.#checkedAt = this.#options.wire.serverNow();
    void this.#commands.check();
  }

  #close(): void {
    this.leavePage();
    this.#running = false;
    this.#stopTicking?.();
    this.#stopTicking = null;
    this.#media.close();
    this.#show(IDLE);
  }
}
