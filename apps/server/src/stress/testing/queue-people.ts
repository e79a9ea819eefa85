/* People of a queue: honest ones who talk again and again, and those who hold the others up. */
import {
  FIXED,
  type CallableName,
  type CallView,
  type InputDraft,
  type LiveEvent,
  type Output,
  type QueueView,
  type Signal,
} from '@yonder/contract';
import { GRANTED_CANDIDATES, OFFER } from '../../voice/media/recorded.ts';

/** How somebody takes part. Whoever is not honest answers connection checks as a working browser would, unless blocked. */
export const WAYS = [
  'honest',
  'acknowledges and never connects',
  'signals everything and never connects',
  'offers what no browser can read, or never answers',
  'cancels while connecting',
  'never acknowledges',
  'leaves and rejoins every 55 s',
  'has its UDP blocked',
] as const;
export type Way = (typeof WAYS)[number];
export const HOSTILE_WAYS = WAYS.slice(1);

/** A tab of somebody at a server under test. */
export interface Tab {
  userId: string;
  call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>): Promise<Output<Name>>;
  /** What the tab was told so far. */
  heard: readonly LiveEvent[];
}

export interface PersonInQueue {
  readonly userId: string;
  readonly way: Way;
  /** The call they are in. */
  readonly callId: string | null;
  /** When each of their calls with audio began, and with whom; ms since the epoch. */
  readonly talks: readonly { callId: string; at: number }[];
  /** How long each search took, from the wish to talk to the audio; ms. */
  readonly waits: readonly number[];
  /** Does what is to be done now. */
  act(now: number): Promise<void>;
}

const TALK_MS = 15_000;
const POLL_MS = 3_000;
const REJOIN_MS = 55_000;
const CANCEL_AFTER_MS = 1_000;
const CANDIDATE = { candidate: GRANTED_CANDIDATES[2], sdpMid: '0', sdpMLineIndex: 0 };
const NO_CANDIDATES = { candidate: '', sdpMid: '0', sdpMLineIndex: 0 };

/** Passes the allow-list of descriptions; its bundle names a line that is not there, which every browser refuses. */
const UNREADABLE_OFFER = OFFER.replace(/^a=group:BUNDLE .*$/m, 'a=group:BUNDLE 7');

/** What one side has said and heard of a call that connects. */
interface Connecting {
  said: Set<'acknowledgement' | 'offer' | 'answer' | 'candidate' | 'connected'>;
  heard: Set<Signal['kind']>;
  since: number;
}

const ACKNOWLEDGES: Record<Way, boolean> = {
  honest: true,
  'acknowledges and never connects': true,
  'signals everything and never connects': true,
  'offers what no browser can read, or never answers': true,
  'cancels while connecting': true,
  'never acknowledges': false,
  'leaves and rejoins every 55 s': false,
  'has its UDP blocked': true,
};

interface PersonOptions {
  tab: Tab;
  way: Way;
  /** What no server can know: whether the other side of this call answers with audio. */
  hasAudio(callId: string): boolean;
}

export function createPersonInQueue({ tab, way, hasAudio }: PersonOptions): PersonInQueue {
  const talks: { callId: string; at: number }[] = [];
  const waits: number[] = [];
  let read = 0;
  let call: CallView | null = null;
  let queue: QueueView | null = null;
  let wishesSince: number | null = null;
  let joinedAt = 0;
  let polledAt = -Infinity;
  let mayCheckAt = -Infinity;
  let connecting: Connecting | null = null;
  const signals: Signal[] = [];

  function take(view: CallView, now: number): void {
    if (call?.callId !== view.callId) connecting = { said: new Set(), heard: new Set(), since: now };
    if (call?.callId === view.callId && call.version > view.version) return;
    const before = call?.callId === view.callId ? call.status : null;
    call = view;
    queue = null;
    if (view.status === 'active' && before !== 'active') {
      talks.push({ callId: view.callId, at: now });
      if (wishesSince !== null) waits.push(now - wishesSince);
      wishesSince = null;
    }
    if (view.status !== 'ended' && view.status !== 'completed') return;
    call = null;
    // Whoever was put back in the queue learns it by asking.
    polledAt = -Infinity;
  }

  function listen(now: number): void {
    for (; read < tab.heard.length; read++) {
      const event = tab.heard[read]!;
      if (event.name === 'call.matched' || event.name === 'call.updated') take(event.data, now);
      if (event.name === 'queue.updated' && call === null) queue = event.data;
      if (event.name === 'call.signal') signals.push(event.data);
    }
    for (const signal of signals.splice(0)) {
      const isEmpty = signal.kind === 'candidate' && signal.candidate.candidate === '';
      if (signal.callId === call?.callId && !isEmpty && isReadable(signal)) connecting?.heard.add(signal.kind);
    }
  }

  const isReadable = (signal: Signal): boolean =>
    signal.kind === 'candidate' || !signal.sdp.includes('a=group:BUNDLE 7');

  async function poll(now: number): Promise<void> {
    if (call !== null || now - polledAt < POLL_MS) return;
    polledAt = now;
    const state = await tab.call('getCallState');
    queue = state.queue;
    if (state.call) take(state.call, now);
  }

  async function join(now: number): Promise<void> {
    wishesSince ??= now;
    joinedAt = now;
    const joined = await tab.call('joinCallQueue');
    if ('callId' in joined) take(joined.call, now);
    else queue = joined;
  }

  async function check(now: number): Promise<void> {
    if (now < mayCheckAt) return;
    const { checkId } = await tab.call('startConnectionCheck');
    const outcome = way === 'has its UDP blocked' ? 'relay-unreachable' : 'passed';
    const reported = await tab.call('reportConnectionCheck', { checkId, outcome });
    mayCheckAt = now + (reported.check === null ? POLL_MS : FIXED.connectionCheckAgainMs);
    polledAt = -Infinity;
  }

  async function wait(now: number): Promise<void> {
    const isRestless = way === 'leaves and rejoins every 55 s' && now - joinedAt >= REJOIN_MS;
    if (isRestless) await tab.call('leaveCallQueue');
    if (queue === null || isRestless) return join(now);
    if (queue.check?.kind === 'required') await check(now);
  }

  async function connect(view: CallView, { said, heard, since }: Connecting, now: number): Promise<void> {
    const { callId } = view;
    const isFirst = view.participants[0] === view.you;
    if (!ACKNOWLEDGES[way]) return;
    if (!said.has('acknowledgement')) {
      said.add('acknowledgement');
      await tab.call('startCallSession', { callId });
      return;
    }
    if (way === 'acknowledges and never connects') return;
    if (way === 'cancels while connecting') {
      if (now - since >= CANCEL_AFTER_MS) await tab.call('endCall', { callId });
      return;
    }
    const isUnreadable = way === 'offers what no browser can read, or never answers';
    if (isUnreadable && !isFirst) return;
    if (isFirst && !said.has('offer')) {
      await tab.call('createCallOffer', { callId, sdp: isUnreadable ? UNREADABLE_OFFER : OFFER });
      said.add('offer');
    }
    if (!isFirst && heard.has('offer') && !said.has('answer')) {
      await tab.call('acceptCallAnswer', { callId, sdp: OFFER });
      said.add('answer');
    }
    const hasDescribed = said.has('offer') || said.has('answer');
    if (hasDescribed && !said.has('candidate')) {
      said.add('candidate');
      await tab.call('addIceCandidate', {
        callId,
        candidate: way === 'has its UDP blocked' ? NO_CANDIDATES : CANDIDATE,
      });
      return;
    }
    const isThrough = heard.has('candidate') && (said.has('answer') || heard.has('answer'));
    if (way === 'honest' && isThrough && !said.has('connected') && hasAudio(callId)) {
      said.add('connected');
      const { call: after } = await tab.call('reportMediaStatus', { callId, status: 'connected' });
      take(after, now);
    }
  }

  return {
    userId: tab.userId,
    way,
    get callId() {
      return call?.callId ?? null;
    },
    talks,
    waits,
    async act(now) {
      listen(now);
      await poll(now).catch(ignoreRaces);
      if (call === null) return wait(now).catch(ignoreRaces);
      if (call.status === 'connecting' && connecting) return connect(call, connecting, now).catch(ignoreRaces);
      const { callId, startedAt } = call;
      if (call.status === 'active' && startedAt !== null && now - startedAt >= TALK_MS) {
        await tab.call('endCall', { callId }).catch(ignoreRaces);
      }
      if (call.status === 'deciding') {
        await tab.call('handleCallDecision', { callId, decision: 'dislike' }).catch(ignoreRaces);
      }
    },
  };
}

/** What the other side or the clock has ended in the same moment. */
function ignoreRaces(error: unknown): void {
  const reason = error instanceof Object && 'reason' in error ? error.reason : undefined;
  const races: unknown[] = ['call-over', 'call-not-found', 'other-side-unreachable', 'place-given-up', 'busy'];
  if (!races.includes(reason)) throw error;
}
