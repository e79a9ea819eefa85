/* One page's part in direct calls, until they are calls like any other. Lives outside React. */
import { FIXED, type DirectCall, type EngagementView } from '@yonder/contract';
import type { Stop } from '../../../lib/clock.ts';
import { LastWords } from '../../../lib/last-words.ts';
import type { Callee } from '../../../state/calling.ts';
import type { MicrophoneState } from '../media/microphone.ts';
import { Delivery } from '../media/delivery.ts';
import type { CallSession } from '../session.ts';
import { isFinal, sent, type Wire } from '../wire.ts';
import { step } from './direct-machine.ts';
import { IDLE, type DirectEffect, type DirectEvent, type DirectNotice, type DirectState } from './direct-state.ts';

export interface DirectCallsOptions {
  readonly wire: Wire;
  readonly tab: string;
  /** Takes over accepted calls. */
  readonly voice: Pick<CallSession, 'getSnapshot' | 'subscribe' | 'caughtUp'>;
  /** The user's microphone: opened at the press, held until there is a call or none. */
  readonly microphone: { open(): Promise<MicrophoneState>; release(): void };
  /** Whether this browser can call; tells the user where it cannot. The room is the call's chat. */
  readonly canCall: (chatRoomId: string | null) => boolean;
  readonly ringer: { follow(state: DirectState): void };
  readonly notice: (notice: DirectNotice) => void;
  /** The text that users read of a failure. */
  readonly textOf: (error: unknown) => string;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly every: (ms: number, run: () => void) => Stop;
}

const TICK_MS = 500;

export class DirectCalls {
  readonly #options: DirectCallsOptions;
  readonly #delivery: Delivery;
  readonly #words = new LastWords();
  readonly #listeners = new Set<() => void>();
  #state: DirectState = IDLE;
  #running = false;
  /** Rises with every press of Call, and when it is given up: results of earlier presses are ignored. */
  #press = 0;
  #checkedAt = 0;
  #stopTicking: Stop | null = null;
  #holds = false;

  constructor(options: DirectCallsOptions) {
    this.#options = options;
    this.#delivery = new Delivery(options.after);
  }

  getSnapshot = (): DirectState => this.#state;

  subscribe = (listener: () => void): Stop => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs while a user is signed in. */
  start(): Stop {
    const { wire, voice } = this.#options;
    this.#running = true;
    const stops = [
      wire.live.on('directCall.updated', (call) => this.#see(call)),
      wire.live.status.subscribe(() => {
        if (wire.live.status.get() === 'online') void this.#check();
      }),
      voice.subscribe(() => this.#handOver()),
    ];
    void this.#check();
    return () => {
      for (const stop of stops) stop();
      this.leavePage();
      this.#press++;
      this.#enter(IDLE);
      this.#running = false;
    };
  }

  call(to: Callee): void {
    if (this.#options.canCall(to.chatRoomId)) this.#dispatch({ kind: 'call-pressed', to });
  }

  cancel(): void {
    if (this.#state.kind === 'preparing') this.#press++;
    this.#dispatch({ kind: 'cancel-pressed' });
  }

  /** Where this browser cannot call, it rings on: another device may answer. */
  accept(): void {
    const state = this.#state;
    if (state.kind === 'incoming' && !this.#options.canCall(state.call.chatRoomId)) return;
    this.#dispatch({ kind: 'accept-pressed' });
  }

  decline(): void {
    this.#dispatch({ kind: 'decline-pressed' });
  }

  /** The caller's page goes away: ringing stops in ten seconds unless this tab is back by then. */
  leavePage(): void {
    this.#words.leavePage();
    if (this.#state.kind !== 'outgoing') return;
    // No page is left to handle a failure.
    void this.#options.wire.call('leaveCall', { callId: this.#state.call.id }, { leaving: true }).catch(() => {});
  }

  /** Applies what catching up has found. It may be older than the screen, so an absence is checked again. */
  caughtUp({ directCall }: EngagementView): void {
    if (directCall !== null) this.#see(directCall);
    else if (this.#callId() !== null) void this.#check();
  }

  #see(call: DirectCall): void {
    this.#dispatch({ kind: 'call-seen', call });
    // A page from the back/forward cache rings again only when the server says that the call still does.
    if (call.id === this.#callId()) this.#options.ringer.follow(this.#state);
  }

  #callId(): string | null {
    return 'call' in this.#state ? this.#state.call.id : null;
  }

  #dispatch(event: DirectEvent): void {
    // An answer may arrive after the sign-out.
    if (!this.#running) return;
    const { wire, tab } = this.#options;
    const { state, effects } = step(this.#state, event, { now: wire.serverNow(), tab });
    if (state !== this.#state) this.#enter(state);
    for (const effect of effects) void this.#perform(effect);
    this.#handOver();
  }

  #enter(state: DirectState): void {
    if (this.#state.kind !== state.kind) this.#checkedAt = this.#options.wire.serverNow();
    this.#state = state;
    this.#options.ringer.follow(state);
    if (!wantsMicrophone(state)) this.#release();
    if (state.kind === 'idle') {
      this.#stopTicking?.();
      this.#stopTicking = null;
    } else {
      this.#stopTicking ??= this.#options.every(TICK_MS, () => this.#tick());
    }
    for (const listener of this.#listeners) listener();
  }

  #tick(): void {
    this.#dispatch({ kind: 'clock-moved' });
    const due = this.#options.wire.serverNow() - this.#checkedAt >= FIXED.backupCheckMs;
    if (due && this.#callId() !== null && this.#state.kind !== 'over') void this.#check();
  }

  /** Hands over a call that the call machine has, in this tab or another. */
  #handOver(): void {
    const { state } = this.#options.voice.getSnapshot();
    const callId = this.#callId();
    if (callId !== null && 'call' in state && state.call.callId === callId) {
      this.#dispatch({ kind: 'taken-over', callId });
    }
  }

  async #perform(effect: DirectEffect): Promise<void> {
    switch (effect.kind) {
      case 'start':
        return this.#start(effect.to);
      case 'accept':
        return this.#accept(effect.callId);
      case 'decline':
        return this.#tell('rejectDirectCall', effect.callId);
      case 'end':
        return this.#tell('endDirectCall', effect.callId);
      case 'check':
        return this.#check();
      case 'ask-ending':
        return this.#askEnding(effect.callId);
      case 'notice':
        return this.#options.notice(effect.notice);
      default:
        return effect satisfies never;
    }
  }

  async #start(to: Callee): Promise<void> {
    const mine = ++this.#press;
    const isWanted = () => mine === this.#press;
    if (!(await this.#isHeard())) {
      if (isWanted()) this.#dispatch({ kind: 'microphone-denied' });
      return;
    }
    if (!isWanted()) return;
    try {
      const call = await this.#ask(to);
      this.#see(call);
      if (!isWanted() && call.endedAt === null) this.#giveUp(call.id);
    } catch (error) {
      if (isWanted()) this.#dispatch({ kind: 'start-failed', text: this.#options.textOf(error) });
    }
  }

  async #ask({ chatRoomId, other }: Callee): Promise<DirectCall> {
    const { wire } = this.#options;
    const room = chatRoomId ?? (await wire.call('getOrCreateChatRoom', { userId: other.userId })).chatRoomId;
    return (await wire.call('startDirectCall', { chatRoomId: room })).call;
  }

  #giveUp(callId: string): void {
    if (this.#callId() === callId) this.cancel();
    else void this.#tell('endDirectCall', callId);
  }

  async #accept(callId: string): Promise<void> {
    const isWanted = () => this.#state.kind === 'incoming' && this.#state.call.id === callId;
    const isHeard = await this.#isHeard();
    // It was cancelled or declined meanwhile.
    if (!isWanted()) return this.#release();
    if (!isHeard) return this.#dispatch({ kind: 'microphone-denied' });
    try {
      this.#see((await this.#options.wire.call('acceptDirectCall', { callId })).call);
    } catch {
      if (isWanted()) this.#dispatch({ kind: 'accept-failed' });
    }
  }

  /** False when the user refused the microphone. Without one, or with a busy one, listening still works. */
  async #isHeard(): Promise<boolean> {
    this.#holds = true;
    const state = await this.#options.microphone.open();
    const isRefused = state.kind === 'unavailable' && state.problem === 'denied';
    // The call itself tries again, and explains.
    if (state.kind !== 'open') this.#release();
    return !isRefused;
  }

  #release(): void {
    if (!this.#holds) return;
    this.#holds = false;
    this.#options.microphone.release();
  }

  /** Tells the server of an end on this screen, however long that takes. */
  async #tell(name: 'rejectDirectCall' | 'endDirectCall', callId: string): Promise<void> {
    await this.#delivery.repeat(
      () => sent(this.#words.say(callId, (how) => this.#options.wire.call(name, { callId }, how))),
      () => this.#callId() !== callId,
    );
    this.#words.takeBack(callId);
  }

  /** Ending a call that is over changes nothing, and returns how it ended. */
  async #askEnding(callId: string): Promise<void> {
    try {
      this.#see((await this.#options.wire.call('endDirectCall', { callId })).call);
    } catch (error) {
      if (isFinal(error)) this.#dispatch({ kind: 'call-forgotten', callId });
    }
  }

  async #check(): Promise<void> {
    const { wire, voice } = this.#options;
    this.#checkedAt = wire.serverNow();
    const before = this.#callId();
    const engagement = await wire.call('getCallState').catch(() => null);
    if (engagement === null || !this.#running) return;
    if (engagement.directCall !== null) this.#see(engagement.directCall);
    // The screen must still show what the question was about.
    else if (before !== null) this.#dispatch({ kind: 'nothing-seen', callId: before });
    if (engagement.call?.kind === 'direct') voice.caughtUp(engagement);
  }
}

function wantsMicrophone(state: DirectState): boolean {
  if (state.kind === 'incoming') return state.answer === 'accepting';
  return state.kind === 'preparing' || state.kind === 'outgoing' || state.kind === 'answered';
}
