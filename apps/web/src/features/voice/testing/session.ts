import { CallError } from '@yonder/client';
import { LIMITS, type CallView, type EngagementView, type EventName } from '@yonder/contract';
import type { How } from '../../../lib/last-words.ts';
import type { Notice } from '../call-state.ts';
import { active, bound, matched, QUEUE, T0, TAB } from '../samples.ts';
import { CallSession, type Place, type SessionOptions } from '../session.ts';

type Answer = (data: unknown) => unknown;

export const NOBODY: EngagementView = { kind: 'idle', queue: null, call: null, directCall: null, textMatch: null };

export function failure(code: CallError['code'], reason: CallError['reason'] = null) {
  return new CallError({ code, text: 'a sentence', reason });
}

/** What exists before the page: in its storages and on the server. */
interface Kept {
  place?: Place | null;
  muted?: string | null;
  call?: CallView | null;
  inCall?: number | null;
}

/** A page with a server that answers as told, and a manual clock. */
export function page({ place = null, muted = null, call = null, inCall = null }: Kept = {}) {
  const asked: { name: string; data: unknown; leaving: boolean }[] = [];
  /** Request ids, in the order asked. */
  const requestIds: (string | undefined)[] = [];
  const answers: Record<string, Answer> = {
    getCallState: () => (call === null ? NOBODY : { ...NOBODY, kind: 'voice', call }),
    updateLastActive: () => null,
    joinCallQueue: () => QUEUE,
    leaveCallQueue: () => ({ left: true, callId: null }),
    startCallSession: () => ({ decisionPhaseAt: null, call: bound() }),
  };
  const listeners = new Map<string, (data: unknown) => void>();
  const notices: Notice[] = [];
  const shown: string[] = [];
  const kept = { place, muted, inCall };
  const cancelled = { told: 0, hear: () => {} };
  const prepared: { offer: string | null } = { offer: null };
  const prompt = { open: async (): Promise<'ready' | 'unavailable'> => 'ready' };
  /** The page's microphone, which the system may silence. */
  const device = { isSilenced: false, changed: (_?: 'ready' | 'unavailable'): void => {} };
  const clock = handClock();
  const wire = {
    serverNow: clock.now,
    call: async (name: string, data: unknown = null, options: Partial<How> = {}) => {
      requestIds.push(options.requestId);
      asked.push({ name, data, leaving: options.leaving ?? false });
      await Promise.resolve();
      const answer = answers[name];
      if (answer === undefined) throw failure('unimplemented');
      return answer(data);
    },
    live: {
      status: {
        get: () => 'online',
        subscribe: (run: () => void) => (listeners.set('status', run), () => listeners.delete('status')),
      },
      on: (name: EventName, run: (data: unknown) => void) => (listeners.set(name, run), () => listeners.delete(name)),
    },
  };
  const session = new CallSession({
    wire: wire as unknown as SessionOptions['wire'],
    tab: TAB,
    rules: () => LIMITS,
    alerts: {
      notice: (notice) => notices.push(notice),
      remind: () => {},
      otherLeft: () => {},
      microphone: () => {},
      receiveOnly: () => {},
      playback: () => {},
    },
    memory: { recall: () => kept.place, remember: (held) => (kept.place = held), forget: () => (kept.place = null) },
    inCall: { recall: () => kept.inCall, remember: (at) => (kept.inCall = at), forget: () => (kept.inCall = null) },
    cancelled: { tell: () => void cancelled.told++, listen: (heard) => ((cancelled.hear = heard), () => {}) },
    muted: { recall: () => kept.muted, remember: (callId) => (kept.muted = callId), forget: () => (kept.muted = null) },
    after: clock.after,
    every: clock.every,
    media: (dispatch) => {
      device.changed = (microphone = 'ready') => dispatch({ kind: 'microphone-changed', microphone });
      return {
        get isSilenced() {
          return device.isSilenced;
        },
        follow: () => {},
        receive: () => {},
        offerFor: () => prepared.offer,
        restart: () => {},
        openMicrophone: () => prompt.open(),
        try: async () => {},
        close: () => {},
      };
    },
    onSnapshot: ({ state }) => shown.push(state.kind === 'calling' ? state.call.status : state.kind),
  });
  return {
    session,
    asked,
    requestIds,
    answers,
    notices,
    shown,
    kept,
    cancelled,
    prompt,
    device,
    prepared,
    state: () => session.getSnapshot().state,
    names: () => asked.map(({ name }) => name),
    hear: async (name: EventName, data: unknown) => {
      listeners.get(name)?.(data);
      await settle();
    },
    comeOnline: async () => {
      listeners.get('status')?.(undefined);
      await settle();
    },
    advance: clock.advance,
  };
}

/** A manual clock. */
function handClock() {
  const timers = new Set<{ at: number; run: () => void; every: number | null }>();
  let now = T0;
  function start(ms: number, run: () => void, every: number | null) {
    const one = { at: now + ms, run, every };
    timers.add(one);
    return () => timers.delete(one);
  }
  return {
    now: () => now,
    after: (ms: number, run: () => void) => start(ms, run, null),
    every: (ms: number, run: () => void) => start(ms, run, ms),
    advance: async (ms: number) => {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at);
        if (next === undefined) break;
        now = next.at;
        if (next.every === null) timers.delete(next);
        else next.at += next.every;
        next.run();
        await settle();
      }
      now = end;
    },
  };
}

export async function settle() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

export async function started(kept?: Kept) {
  const one = page(kept);
  const stop = one.session.start();
  await settle();
  return { ...one, stop };
}

export async function waiting() {
  const one = await started();
  one.answers['getCallState'] = () => ({ kind: 'voice-queue', queue: QUEUE, call: null });
  one.session.join('tea');
  await settle();
  return one;
}

export async function calling() {
  const one = await waiting();
  one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: active() });
  await one.hear('call.matched', matched());
  await one.hear('call.updated', active());
  return one;
}
