import { CallError } from '@yonder/client';
import { LIMITS, type EngagementView, type EventName } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { Notice } from './call-state.ts';
import { active, bound, deciding, matched, QUEUE, T0, TAB } from './samples.ts';
import { CallSession, type Place, type SessionOptions } from './session.ts';

type Answer = (data: unknown) => unknown;

const NOBODY: EngagementView = { kind: 'idle', queue: null, call: null, directCall: null };

function failure(code: CallError['code'], reason: CallError['reason'] = null) {
  return new CallError({ code, text: 'a sentence', reason });
}

/** A page with a server that answers as told, and a clock moved by hand. */
function page({ place = null as Place | null } = {}) {
  const asked: { name: string; data: unknown; keepalive: boolean }[] = [];
  const answers: Record<string, Answer> = {
    getCallState: () => NOBODY,
    updateLastActive: () => null,
    joinCallQueue: () => QUEUE,
    leaveCallQueue: () => ({ left: true, callId: null }),
    startCallSession: () => ({ decisionPhaseAt: null, call: bound() }),
  };
  const listeners = new Map<string, (data: unknown) => void>();
  const notices: Notice[] = [];
  const shown: string[] = [];
  const kept = { place };
  const prompt = { open: async (): Promise<'ready' | 'unavailable'> => 'ready' };
  const timers = new Set<{ at: number; run: () => void; every: number | null }>();
  let now = T0;
  const timer = (ms: number, run: () => void, every: number | null) => {
    const one = { at: now + ms, run, every };
    timers.add(one);
    return () => timers.delete(one);
  };
  const wire = {
    serverNow: () => now,
    call: async (name: string, data: unknown = null, options: { keepalive?: boolean } = {}) => {
      asked.push({ name, data, keepalive: options.keepalive ?? false });
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
    after: (ms, run) => timer(ms, run, null),
    every: (ms, run) => timer(ms, run, ms),
    media: () => ({
      follow: () => {},
      receive: () => {},
      restart: () => {},
      openMicrophone: () => prompt.open(),
      try: async () => {},
      close: () => {},
    }),
    onSnapshot: ({ state }) => shown.push(state.kind === 'calling' ? state.call.status : state.kind),
  });
  return {
    session,
    asked,
    answers,
    notices,
    shown,
    kept,
    prompt,
    state: () => session.getSnapshot().state,
    names: () => asked.map(({ name }) => name),
    hear: async (name: EventName, data: unknown) => {
      listeners.get(name)?.(data);
      await settle();
    },
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

async function settle() {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

async function started(options?: { place: Place }) {
  const one = page(options);
  const stop = one.session.start();
  await settle();
  return { ...one, stop };
}

async function waiting() {
  const one = await started();
  one.answers['getCallState'] = () => ({ kind: 'voice-queue', queue: QUEUE, call: null });
  one.session.join('tea');
  await settle();
  return one;
}

describe('what is drawn', () => {
  test('every state comes once what it entails was asked for', async () => {
    const one = await started();
    one.session.join('tea');
    expect(one.names()).toContain('updateLastActive');
    expect(one.shown).toEqual([]);
    await one.advance(0);
    expect(one.shown).toContain('queuing');
  });

  test('being connected is drawn once it takes 0.4 s, the first word at once', async () => {
    const { shown, hear, advance } = await waiting();
    await advance(0);
    shown.length = 0;
    await hear('call.matched', matched());
    await hear('call.updated', bound());
    await advance(399);
    expect(shown).toEqual([]);
    await advance(1);
    expect(shown).toEqual(['connecting']);
    await hear('call.updated', bound({ version: 3 }));
    await hear('call.updated', active());
    await advance(0);
    expect(shown).toEqual(['connecting', 'active']);
  });
});

describe('joining', () => {
  test('asks for the microphone and the profile, then for a place', async () => {
    const { names, state, kept } = await waiting();
    expect(names()).toEqual(['getCallState', 'updateLastActive', 'joinCallQueue']);
    expect(state()).toMatchObject({ kind: 'queuing', stage: 'waiting', queue: QUEUE });
    expect(kept.place).toEqual({ topic: 'tea', at: T0 });
  });

  test('started again while the microphone is still asked for, only the newer asking counts', async () => {
    const one = await started();
    const prompts = [
      Promise.withResolvers<'ready' | 'unavailable'>(),
      Promise.withResolvers<'ready' | 'unavailable'>(),
    ];
    let asked = 0;
    one.prompt.open = () => prompts[asked++]!.promise;
    one.session.join('');
    one.session.end();
    one.session.join('');
    prompts[0]!.resolve('unavailable');
    await settle();
    expect(one.state()).toMatchObject({ stage: 'preparing', muted: false });
    prompts[1]!.resolve('ready');
    await settle();
    expect(one.state()).toMatchObject({ stage: 'waiting', muted: false });
  });

  test('without an answer gives up the place it may have got, and no call', async () => {
    const one = await started();
    one.answers['joinCallQueue'] = () => {
      throw failure('unavailable', 'network');
    };
    one.answers['leaveCallQueue'] = () => ({ left: false, callId: active().callId });
    one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: active({ tab: 'tab-two-2' }) });
    one.session.join('');
    await settle();
    expect(one.names().slice(-2)).toEqual(['leaveCallQueue', 'getCallState']);
  });

  test.each<[CallError, Notice]>([
    [failure('unauthenticated'), { kind: 'join-failed', code: 'unauthenticated', message: 'a sentence' }],
    [failure('not-found', 'profile-not-found'), { kind: 'join-failed', code: 'not-found', message: 'a sentence' }],
    [failure('unavailable', 'network'), { kind: 'join-failed', code: 'network', message: 'a sentence' }],
    [failure('resource-exhausted'), { kind: 'join-failed', code: 'resource-exhausted', message: 'a sentence' }],
  ])('refused with %s says why and is idle again', async (error, notice) => {
    const one = await started();
    one.answers['joinCallQueue'] = () => {
      throw error;
    };
    one.session.join('');
    await settle();
    expect(one.state().kind).toBe('idle');
    expect(one.notices).toMatchObject([notice]);
  });

  test('an unprepared profile says so', async () => {
    const one = await started();
    one.answers['updateLastActive'] = () => {
      throw failure('internal');
    };
    one.session.join('');
    await settle();
    expect(one.notices).toEqual([{ kind: 'prepare-failed' }]);
    expect(one.state().kind).toBe('idle');
  });

  test('a match in the answer is acknowledged with the topic', async () => {
    const one = await started();
    one.answers['joinCallQueue'] = () => ({ callId: matched().callId, call: matched() });
    one.session.join('tea');
    await settle();
    expect(one.asked.at(-1)).toMatchObject({
      name: 'startCallSession',
      data: { callId: matched().callId, callTopic: 'tea' },
    });
    expect(one.state()).toMatchObject({ kind: 'calling', call: { tab: TAB } });
    expect(one.kept.place).toBeNull();
  });
});

describe('in the queue', () => {
  test('the state is asked for every 3 s', async () => {
    const { advance, names } = await waiting();
    const asked = () => names().filter((name) => name === 'getCallState').length;
    const before = asked();
    await advance(2_999);
    expect(asked() - before).toBe(0);
    await advance(1);
    expect(asked() - before).toBe(1);
    await advance(6_400);
    expect(asked() - before).toBe(3);
  });

  test('Cancel leaves; matched in the same moment, the match is declined', async () => {
    const one = await waiting();
    one.answers['leaveCallQueue'] = () => ({ left: false, callId: matched().callId });
    one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: matched() });
    one.answers['endCall'] = () => ({ triggeredDecision: false, call: matched() });
    one.session.end();
    await settle();
    expect(one.asked.slice(-3)).toMatchObject([
      { name: 'leaveCallQueue' },
      { name: 'getCallState' },
      { name: 'endCall', data: { callId: matched().callId } },
    ]);
    expect(one.kept.place).toBeNull();
  });

  test('leaving is repeated until the server has heard of it', async () => {
    const one = await waiting();
    one.answers['leaveCallQueue'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.end();
    await settle();
    await one.advance(2_500);
    expect(one.names().filter((name) => name === 'leaveCallQueue')).toHaveLength(3);
  });

  test('the page going away gives up the place with what outlives it', async () => {
    const one = await waiting();
    await one.advance(60_000);
    one.session.leavePage();
    expect(one.asked.at(-1)).toEqual({ name: 'leaveCallQueue', data: null, keepalive: true });
    expect(one.kept.place).toEqual({ topic: 'tea', at: T0 + 60_000 });
  });

  test('a reload joins again with the topic, if the page was away for less than 10 s', async () => {
    const back = await started({ place: { topic: 'tea', at: T0 - 9_999 } });
    expect(back.state()).toMatchObject({ kind: 'queuing', stage: 'waiting', topic: 'tea' });
    const late = await started({ place: { topic: 'tea', at: T0 - 10_000 } });
    expect(late.state().kind).toBe('idle');
    expect(late.kept.place).toBeNull();
  });
});

async function calling() {
  const one = await waiting();
  one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: active() });
  await one.hear('call.matched', matched());
  await one.hear('call.updated', active());
  return one;
}

describe('in a call', () => {
  test('an acknowledgement that does not arrive is repeated', async () => {
    const one = await waiting();
    one.answers['startCallSession'] = () => {
      throw failure('unavailable', 'network');
    };
    one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: matched() });
    await one.hear('call.matched', matched());
    await one.advance(2_100);
    expect(one.names().filter((name) => name === 'startCallSession')).toHaveLength(3);
  });

  test('the page going away is told with what outlives it', async () => {
    const one = await calling();
    one.session.leavePage();
    expect(one.asked.at(-1)).toMatchObject({ name: 'leaveCall', data: { callId: active().callId }, keepalive: true });
  });

  test('an End that is refused says why', async () => {
    const one = await calling();
    await one.advance(5_000);
    one.answers['endCall'] = () => {
      throw failure('failed-precondition', 'too-early-to-end');
    };
    one.session.end();
    await settle();
    expect(one.notices.at(-1)).toEqual({ kind: 'end-failed', reason: 'too-early-to-end' });
  });

  test('what a catch-up found counts if it is newer; that there is no call is looked at again', async () => {
    const one = await calling();
    one.session.caughtUp({ kind: 'voice', queue: null, directCall: null, call: deciding() });
    expect(one.state().kind).toBe('deciding');
    one.session.caughtUp({ kind: 'voice', queue: null, directCall: null, call: active() });
    expect(one.state().kind).toBe('deciding');
    one.answers['getCallState'] = () => NOBODY;
    one.answers['endCall'] = () => {
      throw failure('not-found', 'call-not-found');
    };
    one.session.caughtUp(NOBODY);
    expect(one.state().kind).toBe('deciding');
    await settle();
    expect(one.state().kind).toBe('idle');
  });

  test('who missed how the call ended is told as soon as the server can be asked', async () => {
    const one = await calling();
    one.answers['getCallState'] = () => NOBODY;
    one.answers['endCall'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.caughtUp(NOBODY);
    await settle();
    expect(one.state().kind).toBe('calling');
    const call = active({ version: 9, status: 'ended', endedBy: 'other', endReason: 'other-left', endedAt: T0 });
    one.answers['endCall'] = () => ({ triggeredDecision: false, call });
    await one.advance(1_000);
    expect(one.state()).toMatchObject({ kind: 'ending', how: 'other-left' });
    await one.advance(3_000);
    expect(one.state().kind).toBe('idle');
  });

  test('a decision that fails opens the choice again; one that was there before says so', async () => {
    const one = await calling();
    await one.hear('call.updated', deciding());
    one.answers['handleCallDecision'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.decide('like');
    await settle();
    expect(one.state()).toMatchObject({ kind: 'deciding', choice: { kind: 'open' } });
    one.answers['handleCallDecision'] = () => ({
      result: 'already_decided',
      message: '',
      call: deciding({ version: 7, yourDecision: 'like' }),
    });
    one.session.decide('like');
    await settle();
    expect(one.state()).toMatchObject({ choice: { kind: 'sent', decision: 'like' } });
    expect(one.notices.map(({ kind }) => kind)).toEqual(['call-started', 'decision-failed', 'already-decided']);
  });

  test('an answer about an earlier moment does not end the call', async () => {
    const one = await waiting();
    const late = Promise.withResolvers<EngagementView>();
    one.answers['getCallState'] = () => late.promise;
    await one.advance(3_200);
    await one.hear('call.matched', matched());
    late.resolve(NOBODY);
    await settle();
    expect(one.state().kind).toBe('calling');
  });

  test('after signing out nothing that arrives brings it back', async () => {
    const one = await calling();
    one.stop();
    await one.hear('call.updated', active({ version: 9 }));
    expect(one.state().kind).toBe('idle');
    expect(one.names().at(-1)).toBe('leaveCall');
  });
});

describe('leaving for good', () => {
  test('is told until the server has heard of it', async () => {
    const one = await calling();
    one.answers['leaveCall'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.leave();
    await settle();
    await one.advance(2_500);
    const told = { name: 'leaveCall', data: { callId: active().callId, comingBack: 'no' }, keepalive: false };
    expect(one.asked.filter(({ name }) => name === 'leaveCall')).toEqual([told, told, told]);
    expect(one.state()).toEqual({ kind: 'idle', left: active().callId });
  });

  test('a new search waits until the call that was left is over', async () => {
    const one = await calling();
    one.answers['leaveCall'] = () => null;
    one.session.leave();
    one.answers['joinCallQueue'] = () => ({ callId: active().callId, call: active({ version: 8 }) });
    one.session.join('tea');
    await one.advance(3_000);
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'joining' });
    one.answers['joinCallQueue'] = () => QUEUE;
    await one.advance(1_000);
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'waiting' });
  });
});
