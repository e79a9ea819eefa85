import { CallError } from '@yonder/client';
import { LIMITS, type EngagementView, type EventName } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { Notice } from './call-state.ts';
import { active, bound, deciding, matched, QUEUE, T0, TAB } from './samples.ts';
import { CallSession, type SessionOptions } from './session.ts';

type Answer = (data: unknown) => unknown;

const NOBODY: EngagementView = { kind: 'idle', queue: null, call: null };

function failure(code: CallError['code'], reason: CallError['reason'] = null) {
  return new CallError({ code, text: 'a sentence', reason });
}

/** A page with a server that answers as told, and a clock moved by hand. */
function page({ topic = null as string | null } = {}) {
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
  const kept = { topic };
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
    memory: { topic: () => kept.topic, remember: (text) => (kept.topic = text), forget: () => (kept.topic = null) },
    after: (ms, run) => timer(ms, run, null),
    every: (ms, run) => timer(ms, run, ms),
    media: () => ({
      follow: () => {},
      receive: () => {},
      restart: () => {},
      openMicrophone: async () => 'ready',
      try: () => {},
      close: () => {},
    }),
    onSnapshot: () => {},
  });
  return {
    session,
    asked,
    answers,
    notices,
    kept,
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

async function started(options?: { topic: string }) {
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

describe('joining', () => {
  test('asks for the microphone and the profile, then for a place', async () => {
    const { names, state, kept } = await waiting();
    expect(names()).toEqual(['getCallState', 'updateLastActive', 'joinCallQueue']);
    expect(state()).toMatchObject({ kind: 'queuing', stage: 'waiting', queue: QUEUE });
    expect(kept.topic).toBe('tea');
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
    expect(one.kept.topic).toBeNull();
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
    one.answers['endCall'] = () => ({ triggeredDecision: false, call: matched() });
    one.session.end();
    await settle();
    expect(one.asked.slice(-2)).toMatchObject([
      { name: 'leaveCallQueue' },
      { name: 'endCall', data: { callId: matched().callId } },
    ]);
    expect(one.kept.topic).toBeNull();
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

  test('a reload in the queue joins again with the topic', async () => {
    const one = page({ topic: 'tea' });
    one.answers['getCallState'] = () => ({ kind: 'voice-queue', queue: QUEUE, call: null });
    one.session.start();
    await settle();
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'waiting', topic: 'tea' });
  });

  test('a reload after the place was lost stays idle and forgets', async () => {
    const { state, kept } = await started({ topic: 'tea' });
    expect(state().kind).toBe('idle');
    expect(kept.topic).toBeNull();
  });
});

describe('in a call', () => {
  async function calling() {
    const one = await waiting();
    one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: active() });
    await one.hear('call.matched', matched());
    await one.hear('call.updated', active());
    return one;
  }

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

  test('the state is asked for every 30 s, should an event have been lost', async () => {
    const { advance, names } = await calling();
    const asked = () => names().filter((name) => name === 'getCallState').length;
    const before = asked();
    await advance(29_999);
    expect(asked() - before).toBe(0);
    await advance(1);
    expect(asked() - before).toBe(1);
  });

  test('the page going away is told with what outlives it; from the queue nothing is', async () => {
    const one = await calling();
    one.session.leavePage();
    expect(one.asked.at(-1)).toMatchObject({ name: 'leaveCall', data: { callId: active().callId }, keepalive: true });
    const queued = await waiting();
    queued.session.leavePage();
    expect(queued.names()).not.toContain('leaveCall');
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
