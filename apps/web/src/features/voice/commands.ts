/* Carries out the machine's effects, and reports their results to it. */
import { CallError } from '@yonder/client';
import type { EngagementView } from '@yonder/contract';
import type { Stop } from '../../lib/clock.ts';
import { type How, LastWords } from '../../lib/last-words.ts';
import type { Alerts } from './alerts.ts';
import type { CallEvent, CallState, Effect } from './call-state.ts';
import { Delivery, type Sent } from './media/delivery.ts';
import { isFinal, reasonOf, sent, type Wire } from './wire.ts';

export interface CommandPorts {
  readonly wire: Wire;
  readonly tab: string;
  readonly alerts: Alerts;
  readonly after: (ms: number, run: () => void) => Stop;
  readonly state: () => CallState;
  readonly dispatch: (event: CallEvent) => void;
  /** This side's first offer of the call, if it is made. */
  readonly offerFor: (callId: string) => string | null;
  readonly openMicrophone: () => Promise<'ready' | 'unavailable'>;
  readonly restartPeer: () => void;
}

/** An End press stays valid this long. */
const END_AGAIN_MS = 15_000;

type To<Kind extends Effect['kind']> = Extract<Effect, { kind: Kind }>;

export class Commands {
  readonly #ports: CommandPorts;
  readonly #delivery: Delivery;
  readonly #words = new LastWords();
  /** Rises with every End press: only the newest is repeated. */
  #press = 0;
  /** Rises with every start: results of earlier ones are ignored. */
  #start = 0;
  /** Rises with every requested place: an earlier one is no longer given back. */
  #place = 0;

  constructor(ports: CommandPorts) {
    this.#ports = ports;
    this.#delivery = new Delivery(ports.after);
  }

  carryOut(effect: Effect): void {
    void this.#perform(effect);
  }

  /** Repeats unanswered requests as the page goes away: what is over on its screen must end on the server. */
  leavePage(): void {
    this.#words.leavePage();
  }

  /** Asks the server what occupies the user. */
  async check(): Promise<EngagementView | null> {
    const { wire, state, dispatch } = this.#ports;
    const before = state();
    const engagement = await wire.call('getCallState').catch(() => null);
    if (engagement === null) return null;
    if (engagement.call !== null) dispatch({ kind: 'call-seen', call: engagement.call });
    else if (engagement.queue !== null) dispatch({ kind: 'queue-seen', queue: engagement.queue });
    // The screen must still show what the question was about.
    else if (state() === before || sameCall(state(), before)) dispatch({ kind: 'nothing-seen' });
    return engagement;
  }

  async #perform(effect: Effect): Promise<void> {
    const { alerts, restartPeer } = this.#ports;
    switch (effect.kind) {
      case 'prepare':
        return this.#prepare();
      case 'join':
        return this.#join();
      case 'leave-queue':
        return this.#leaveQueue();
      case 'check':
        return void (await this.check());
      case 'acknowledge':
        return this.#acknowledge(effect);
      case 'report-media':
        return this.#reportMedia(effect);
      case 'notify-disconnect':
        return this.#notify('notifyDisconnect', effect.callId);
      case 'notify-reconnect':
        return this.#notify('notifyReconnect', effect.callId);
      case 'restart':
        return restartPeer();
      case 'enter-window':
        return this.#enterWindow(effect);
      case 'decide':
        return this.#decide(effect);
      case 'end':
        return this.#end(effect);
      case 'ask-ending':
        return this.#askEnding(effect);
      case 'leave':
        return this.#leave(effect);
      case 'remind':
        return alerts.remind();
      case 'other-left':
        return alerts.otherLeft();
      case 'notice':
        return alerts.notice(effect.notice);
      case 'log-old-session':
        return console.warn(`Came back into a call older than ${effect.olderThanMs / 60_000} min`);
      default:
        return effect satisfies never;
    }
  }

  async #prepare(): Promise<void> {
    const { wire, openMicrophone, dispatch } = this.#ports;
    const mine = ++this.#start;
    const heard = await Promise.all([openMicrophone(), wire.call('updateLastActive')]).then(
      ([microphone]): CallEvent => ({ kind: 'prepared', microphone }),
      (error): CallEvent => (isAboutJoining(error) ? joinFailed(error) : { kind: 'prepare-failed' }),
    );
    if (mine === this.#start) dispatch(heard);
  }

  async #join(): Promise<void> {
    const { wire, state, dispatch } = this.#ports;
    const mine = this.#start;
    this.#place++;
    this.#words.takeBack('place');
    const joining = () => {
      const now = state();
      return mine === this.#start && now.kind === 'queuing' && now.stage === 'joining';
    };
    const join = async (): Promise<Sent> => {
      const heard = await wire
        .call('joinCallQueue')
        .then(
          (answer): CallEvent =>
            'call' in answer ? { kind: 'call-seen', call: answer.call } : { kind: 'queue-seen', queue: answer },
          joinFailed,
        );
      const isCancelled = state().kind === 'idle';
      if (mine === this.#start) dispatch(heard);
      // The leave may have overtaken the join: the place is given back.
      if (isCancelled) await this.#leaveQueue();
      // The answer was the call that the user has just left, which is not over yet.
      if (joining()) throw new Error('no place yet');
      return 'delivered';
    };
    await this.#delivery.repeat(join, joining);
  }

  async #leaveQueue(): Promise<void> {
    const { wire, state } = this.#ports;
    const mine = this.#place;
    const leave = async () => {
      const { callId } = await this.#words.say('place', (how) => wire.call('leaveCallQueue', null, how));
      if (callId !== null && state().kind === 'idle') await this.#decline(callId);
    };
    await this.#delivery.repeat(
      () => sent(leave()),
      () => mine === this.#place,
    );
  }

  /** Declines a match made in the same moment, unless another tab has taken it or a search has begun anew. */
  async #decline(callId: string): Promise<void> {
    const { wire, tab, state } = this.#ports;
    const { call } = await wire.call('getCallState');
    const isWanted = state().kind !== 'idle';
    if (!isWanted && call?.callId === callId && (call.tab ?? tab) === tab) await wire.call('endCall', { callId });
  }

  /** Sends this side's offer along: the other side needs it sooner than anything else. */
  async #acknowledge({ callId, topic }: To<'acknowledge'>): Promise<void> {
    const { wire, dispatch, offerFor } = this.#ports;
    await this.#persist(callId, async () => {
      try {
        const offer = offerFor(callId);
        const { call } = await wire.call('startCallSession', { callId, callTopic: topic, offer });
        dispatch({ kind: 'call-seen', call });
      } catch (error) {
        if (isFinal(error)) await this.check();
        throw error;
      }
    });
  }

  async #reportMedia({ callId, status }: To<'report-media'>): Promise<void> {
    const { wire, dispatch } = this.#ports;
    await this.#persist(callId, async () => {
      const { call } = await wire.call('reportMediaStatus', { callId, status });
      dispatch({ kind: 'call-seen', call });
    });
  }

  async #notify(name: 'notifyDisconnect' | 'notifyReconnect', callId: string): Promise<void> {
    const { wire, dispatch } = this.#ports;
    await this.#persist(callId, async () => {
      const { call } = await wire.call(name, { callId });
      dispatch({ kind: 'call-seen', call });
    });
  }

  async #enterWindow({ callId }: To<'enter-window'>): Promise<void> {
    // The whole state says more than any answer.
    await this.#ports.wire.call('enterDecisionWindow', { callId }).catch(() => null);
    await this.check();
  }

  async #decide({ callId, decision }: To<'decide'>): Promise<void> {
    const { wire, dispatch } = this.#ports;
    try {
      const { result, call } = await wire.call('handleCallDecision', { callId, decision });
      if (result === 'already_decided') dispatch({ kind: 'decision-refused', why: 'already-decided' });
      dispatch({ kind: 'call-seen', call });
    } catch (error) {
      const why = whyRefused(error);
      dispatch({ kind: 'decision-refused', why });
      if (why === 'late') await this.check();
    }
  }

  /**
   * Ends a call still on this screen, which opens the decision. `seen` makes the server ignore requests that come after that.
   */
  async #end({ callId }: To<'end'>): Promise<void> {
    const { wire, state, dispatch } = this.#ports;
    if (!this.#isIn(callId)) return this.#tellOfEnd(callId, (how) => wire.call('endCall', { callId }, how));
    const press = ++this.#press;
    const until = wire.serverNow() + END_AGAIN_MS;
    let failures = 0;
    const isWanted = () => {
      const now = state();
      const talks = now.kind === 'calling' && now.call.callId === callId && now.call.status === 'active';
      return talks && press === this.#press && (failures === 0 || wire.serverNow() < until);
    };
    const refused = (error: unknown): void => {
      const reason = reasonOf(error);
      if (failures++ === 0 && isWanted()) dispatch({ kind: 'end-failed', reason });
      if (reason === 'network') throw error;
    };
    const ask = async (): Promise<Sent> => {
      const ended = await wire.call('endCall', { callId, seen: 'active' }).catch(refused);
      if (ended) dispatch({ kind: 'call-seen', call: ended.call });
      return 'delivered';
    };
    await this.#delivery.repeat(ask, isWanted);
  }

  /** Ending a call that is over changes nothing, and returns how it ended. */
  async #askEnding({ callId }: To<'ask-ending'>): Promise<void> {
    const { wire, dispatch } = this.#ports;
    await this.#persist(callId, async () => {
      try {
        const { call } = await wire.call('endCall', { callId });
        dispatch({ kind: 'call-seen', call });
      } catch (error) {
        if (isFinal(error)) dispatch({ kind: 'call-forgotten', callId });
        throw error;
      }
    });
  }

  async #leave({ callId }: To<'leave'>): Promise<void> {
    const { wire } = this.#ports;
    await this.#tellOfEnd(callId, (how) => wire.call('leaveCall', { callId, comingBack: 'no' }, how));
  }

  /** Tells the server of an end on this screen, however long that takes. */
  async #tellOfEnd(callId: string, tell: (how: How) => Promise<unknown>): Promise<void> {
    await this.#delivery.repeat(
      () => sent(this.#words.say(callId, tell)),
      () => !this.#isIn(callId),
    );
    this.#words.takeBack(callId);
  }

  #isIn(callId: string): boolean {
    const state = this.#ports.state();
    return 'call' in state && state.call.callId === callId;
  }

  /** Repeats until it arrives, or the call has left this screen. */
  async #persist(callId: string, work: () => Promise<unknown>): Promise<void> {
    await this.#delivery.repeat(
      () => sent(work()),
      () => this.#isIn(callId),
    );
  }
}

function sameCall(one: CallState, other: CallState): boolean {
  return 'call' in one && 'call' in other && one.call.callId === other.call.callId;
}

/** Errors with a sentence of their own, wherever they happen. */
function isAboutJoining(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  return error.reason === 'network' || error.code === 'unauthenticated' || error.code === 'not-found';
}

function joinFailed(error: unknown): CallEvent {
  if (!(error instanceof CallError)) return { kind: 'join-failed', code: 'internal', message: String(error) };
  return { kind: 'join-failed', code: error.reason === 'network' ? 'network' : error.code, message: error.text };
}

function whyRefused(error: unknown): 'already-decided' | 'late' | 'failed' {
  const reason = reasonOf(error);
  if (reason === 'already-decided') return 'already-decided';
  return reason === 'decision-late' || reason === 'call-over' ? 'late' : 'failed';
}
