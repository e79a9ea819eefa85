import type { DirectCall, EngagementView } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import type { CallState } from '../call-state.ts';
import type { MicrophoneState } from '../media/microphone.ts';
import { bound, T0, TAB } from '../samples.ts';
import { DirectCalls, type DirectCallsOptions } from './direct-calls.ts';
import type { DirectNotice, DirectState } from './direct-state.ts';
import { accepted, called, calling, ended, MEI, ROOM, TO_MEI } from './samples.ts';

const NOBODY: EngagementView = { kind: 'idle', queue: null, call: null, directCall: null, textMatch: null };

/** A page with a server that answers as told, and a manual clock. */
function page() {
  const asked: string[] = [];
  const answers: Record<string, () => unknown> = {
    getCallState: () => NOBODY,
    startDirectCall: () => ({ call: calling() }),
    acceptDirectCall: () => ({ call: accepted(called()) }),
    rejectDirectCall: () => ({ call: ended(called(), 'declined') }),
    endDirectCall: () => ({ call: ended(calling(), 'cancelled') }),
    getOrCreateChatRoom: () => ({ chatRoomId: ROOM }),
    leaveCall: () => null,
  };
  const listeners = new Map<string, (data: DirectCall) => void>();
  const notices: DirectNotice[] = [];
  const browser = { canCall: true };
  /** The chats for which it was asked whether this browser can call. */
  const helped: (string | null)[] = [];
  const followed: DirectState[] = [];
  const voice = { state: { kind: 'idle', left: null } as CallState, tell: () => {} };
  const microphone = { held: 0, state: { kind: 'closed' } as MicrophoneState };
  const ticks = new Set<() => void>();
  const clock = { now: T0 };
  const wire = {
    serverNow: () => clock.now,
    call: async (name: string) => {
      asked.push(name);
      await Promise.resolve();
      return answers[name]?.();
    },
    live: {
      status: { get: () => 'online', subscribe: () => () => {} },
      on: (name: string, run: (call: DirectCall) => void) => (listeners.set(name, run), () => listeners.delete(name)),
    },
  };
  const calls = new DirectCalls({
    wire: wire as unknown as DirectCallsOptions['wire'],
    tab: TAB,
    voice: {
      getSnapshot: () => ({ state: voice.state }) as ReturnType<DirectCallsOptions['voice']['getSnapshot']>,
      subscribe: (tell) => ((voice.tell = tell), () => {}),
      caughtUp: () => {},
    },
    microphone: {
      open: async () => {
        microphone.held++;
        await Promise.resolve();
        return microphone.state;
      },
      release: () => microphone.held--,
    },
    canCall: (chatRoomId) => (helped.push(chatRoomId), browser.canCall),
    ringer: { follow: (state) => followed.push(state) },
    notice: (notice) => notices.push(notice),
    textOf: String,
    after: () => () => {},
    every: (_ms, run) => (ticks.add(run), () => ticks.delete(run)),
  });
  microphone.state = { kind: 'open', silenced: false, stream: {} as MediaStream, deviceId: '' };
  const stop = calls.start();
  return {
    asked,
    answers,
    browser,
    calls,
    clock,
    followed,
    helped,
    microphone,
    notices,
    stop,
    voice,
    kind: () => calls.getSnapshot().kind,
    hear: (call: DirectCall) => listeners.get('directCall.updated')?.(call),
    advance: (ms: number) => {
      clock.now += ms;
      for (const tick of ticks) tick();
    },
  };
}

/** Resolves once everything on its way has arrived. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

describe('calling', () => {
  test('the event that it rings may come before the answer that says so', async () => {
    const one = page();
    one.answers['startDirectCall'] = () => (one.hear(calling()), { call: calling() });
    one.calls.call(TO_MEI);
    await settled();
    expect(one.kind()).toBe('outgoing');
    expect(one.asked).not.toContain('endDirectCall');
    expect(one.microphone.held).toBe(1);
  });

  test('given up before the server answered, it is ended there, whoever tells first that it rings', async () => {
    for (const first of ['answer', 'event'] as const) {
      const one = page();
      one.calls.call(TO_MEI);
      one.answers['startDirectCall'] = () => {
        one.calls.cancel();
        if (first === 'event') one.hear(calling());
        return { call: calling() };
      };
      await settled();
      expect(one.kind()).toBe('idle');
      expect(one.asked.filter((name) => name === 'endDirectCall')).toHaveLength(1);
      expect(one.microphone.held).toBe(0);
    }
  });

  test('a chat that is not known is looked for', async () => {
    const one = page();
    one.calls.call({ chatRoomId: null, other: MEI });
    await settled();
    expect(one.asked).toEqual(['getCallState', 'getOrCreateChatRoom', 'startDirectCall']);
  });

  test('a refused microphone asks nothing of the server; a missing one does', async () => {
    const one = page();
    one.microphone.state = { kind: 'unavailable', problem: 'denied' };
    one.calls.call(TO_MEI);
    await settled();
    expect(one.notices).toEqual([{ kind: 'microphone-denied' }]);
    expect(one.asked).not.toContain('startDirectCall');
    one.microphone.state = { kind: 'unavailable', problem: 'missing' };
    one.calls.call(TO_MEI);
    await settled();
    expect(one.kind()).toBe('outgoing');
    expect(one.microphone.held).toBe(0);
  });

  test('a browser that cannot call asks nothing of the server, and lets a call that comes in ring on', async () => {
    const one = page();
    one.browser.canCall = false;
    await settled();
    one.calls.call(TO_MEI);
    expect(one.kind()).toBe('idle');
    one.hear(called());
    one.calls.accept();
    await settled();
    expect(one.calls.getSnapshot()).toMatchObject({ kind: 'incoming', answer: 'open' });
    expect([one.asked, one.microphone.held, one.helped]).toEqual([['getCallState'], 0, [ROOM, ROOM]]);
  });

  test('the page that goes away says so while it rings', async () => {
    const one = page();
    one.calls.call(TO_MEI);
    await settled();
    one.calls.leavePage();
    expect(one.asked).toContain('leaveCall');
  });

  test('the page that goes away before the server has heard of Cancel says it once more', async () => {
    const one = page();
    one.calls.call(TO_MEI);
    await settled();
    one.answers['endDirectCall'] = () => Promise.withResolvers<never>().promise;
    one.calls.cancel();
    one.calls.leavePage();
    expect(one.asked.slice(-2)).toEqual(['endDirectCall', 'endDirectCall']);
  });

  test('an answer that no event told of is found within 3,000 ms', async () => {
    const one = page();
    one.calls.call(TO_MEI);
    await settled();
    one.answers['getCallState'] = () => ({ ...NOBODY, kind: 'direct', directCall: accepted(calling()) });
    one.advance(3_000);
    await settled();
    expect(one.kind()).toBe('answered');
  });
});

describe('being called', () => {
  test('what is seen to ring still is told to the ringer 1 time more; the clock and an older call tell it 0 times', () => {
    const one = page();
    one.hear(called());
    expect(one.followed).toHaveLength(2);
    one.hear(called());
    expect(one.followed.map(({ kind }) => kind)).toEqual(['incoming', 'incoming', 'incoming']);
    one.advance(500);
    one.hear(called({ id: '0192a0c0-0000-7000-8000-0000000000ff', createdAt: T0 - 1 }));
    expect(one.followed).toHaveLength(3);
  });

  test('Accept opens the microphone, then answers', async () => {
    const one = page();
    one.hear(called());
    one.calls.accept();
    await settled();
    expect(one.kind()).toBe('answered');
    expect(one.microphone.held).toBe(1);
  });

  test('cancelled while the microphone was being asked for, nothing is answered and nothing held', async () => {
    const one = page();
    one.hear(called());
    one.calls.accept();
    one.hear(ended(called(), 'cancelled'));
    await settled();
    expect(one.asked).not.toContain('acceptDirectCall');
    expect(one.microphone.held).toBe(0);
  });

  test('what cannot be accepted rings on and says so', async () => {
    const one = page();
    one.answers['getCallState'] = () => ({ ...NOBODY, kind: 'direct', directCall: called() });
    one.answers['acceptDirectCall'] = () => {
      throw new Error('no network');
    };
    one.hear(called());
    one.calls.accept();
    await settled();
    expect(one.notices).toEqual([{ kind: 'accept-failed' }]);
    expect(one.calls.getSnapshot()).toMatchObject({ kind: 'incoming', answer: 'open' });
    expect(one.microphone.held).toBe(0);
  });
});

test('the machine of calls takes over what it has, and the microphone is its own from then on', async () => {
  const one = page();
  one.calls.call(TO_MEI);
  await settled();
  one.hear(accepted(calling()));
  const call = bound({ callId: calling().id, kind: 'direct' });
  one.voice.state = { kind: 'elsewhere', call };
  one.voice.tell();
  expect(one.kind()).toBe('idle');
  expect(one.microphone.held).toBe(0);
});

test('whoever has signed out hears of nothing', async () => {
  const one = page();
  one.hear(called());
  one.stop();
  expect(one.kind()).toBe('idle');
  one.calls.call(TO_MEI);
  expect(one.kind()).toBe('idle');
});
