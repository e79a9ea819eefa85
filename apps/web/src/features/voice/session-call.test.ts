import { CallError } from '@yonder/client';
import type { EngagementView } from '@yonder/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { quiet } from '../../lib/page-load.ts';
import { active, bound, deciding, liked, matched, OTHER, QUEUE, T0, YOU } from './samples.ts';
import type { CallSession } from './session.ts';
import { calling, failure, NOBODY, page, settle, started, waiting } from './testing/session.ts';

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

  test('the offer that was made ahead goes along with the acknowledgement', async () => {
    const one = await waiting();
    one.prepared.offer = 'our offer';
    await one.hear('call.matched', matched());
    const data = { callId: matched().callId, callTopic: 'tea', offer: 'our offer' };
    expect(one.asked.find(({ name }) => name === 'startCallSession')).toMatchObject({ data });
  });

  test('the page going away is told with what outlives it', async () => {
    const one = await calling();
    one.session.leavePage();
    expect(one.asked.at(-1)).toMatchObject({ name: 'leaveCall', data: { callId: active().callId }, leaving: true });
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

  test('an End pressed twice says both times in what it was pressed', async () => {
    const one = await calling();
    await one.advance(5_000);
    one.answers['endCall'] = () => ({ triggeredDecision: true, call: deciding() });
    one.session.end();
    one.session.end();
    await settle();
    const data = { callId: active().callId, seen: 'active' };
    expect(one.asked.filter(({ name }) => name === 'endCall')).toMatchObject([{ data }, { data }]);
    expect(one.state()).toMatchObject({ kind: 'deciding', choice: { kind: 'open' } });
  });

  test('a Cancel that the beginning of the call overtook is heard, however often it takes', async () => {
    const one = await waiting();
    await one.hear('call.matched', matched());
    one.answers['leaveCall'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.end();
    await settle();
    await one.hear('call.updated', active());
    one.answers['leaveCall'] = () => null;
    await one.advance(1_000);
    const told = one.asked.slice(-2).map(({ name, data }) => ({ name, data }));
    const leave = { name: 'leaveCall', data: { callId: matched().callId, comingBack: 'no' } };
    expect(told).toEqual([leave, leave]);
    expect(one.state()).toEqual({ kind: 'idle', left: matched().callId });
  });

  test('what a catch-up found counts if it is newer; that there is no call is looked at again', async () => {
    const one = await calling();
    one.session.caughtUp({ kind: 'voice', queue: null, directCall: null, textMatch: null, call: deciding() });
    expect(one.state().kind).toBe('deciding');
    one.session.caughtUp({ kind: 'voice', queue: null, directCall: null, textMatch: null, call: active() });
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

  test('is left once it is reported, and the next one is not when the report is sent late', async () => {
    const one = await calling();
    one.session.reported('the call before');
    expect(one.state().kind).toBe('calling');
    one.session.reported(active().callId);
    expect(one.state()).toEqual({ kind: 'idle', left: active().callId });
  });

  test('after signing out nothing that arrives brings it back', async () => {
    const one = await calling();
    one.stop();
    await one.hear('call.updated', active({ version: 9 }));
    expect(one.state().kind).toBe('idle');
    expect(one.names().at(-1)).toBe('leaveCall');
  });
});

describe('muted', () => {
  const { callId } = active();

  /** The mute reports to the server, which holds the last one. */
  function reported({ asked, answers }: Awaited<ReturnType<typeof started>>) {
    const reports = () => asked.flatMap(({ name, data }) => (name === 'reportMediaStatus' ? [data] : []));
    answers['reportMediaStatus'] = (data) => {
      const { muted } = data as { muted: boolean };
      return { decisionPhaseAt: null, call: active({ version: 10 + reports().length, muted: { [YOU]: muted } }) };
    };
    return () => reports().filter((data) => typeof data === 'object' && data !== null && 'muted' in data);
  }

  test('in a call, so it is in whatever tab goes on with it, and in that call alone', async () => {
    const reloaded = await started({ muted: callId, call: active() });
    expect(reloaded.state()).toMatchObject({ kind: 'calling', muted: true });
    const choosing = await started({ muted: callId, call: deciding() });
    expect(choosing.state()).toMatchObject({ kind: 'deciding', muted: true });
    const brought = await started({ muted: callId, call: active({ tab: 'tab-two-2' }) });
    await brought.hear('call.updated', active({ version: 6 }));
    expect(brought.state()).toMatchObject({ kind: 'calling', muted: true });
    const other = await started({ muted: 'another call', call: active() });
    expect(other.state()).toMatchObject({ kind: 'calling', muted: false });
  });

  test('on another device, so it is on the one that goes on with it, and nothing is left to report', async () => {
    const there = { muted: { [YOU]: true }, mediaStatus: { [YOU]: 'connecting', [OTHER]: 'connected' } } as const;
    const phone = await started({ call: active({ tab: 'tab-two-2', ...there }) });
    const reports = reported(phone);
    phone.answers['startCallSession'] = () => ({ decisionPhaseAt: null, call: active({ version: 6, ...there }) });
    phone.session.continueHere();
    await settle();
    expect(phone.state()).toMatchObject({ kind: 'calling', muted: true });
    expect(phone.kept.muted).toBe(callId);
    expect(reports()).toEqual([]);
  });

  test('is kept until it is taken back or the call is over, and while another tab goes on with it', async () => {
    const one = await calling();
    one.session.mute();
    expect(one.kept.muted).toBe(callId);
    await one.hear('call.updated', active({ version: 6, tab: 'tab-two-2' }));
    expect(one.kept.muted).toBe(callId);
    await one.hear('call.updated', active({ version: 7 }));
    expect(one.state()).toMatchObject({ kind: 'calling', muted: true });
    one.session.mute();
    await settle();
    expect(one.kept.muted).toBeNull();
    one.session.mute();
    await one.hear('call.updated', active({ version: 8, status: 'ended', endedBy: 'other', endedAt: T0 }));
    expect(one.kept.muted).toBeNull();
  });

  test('for want of a microphone, it stays so until there is one to be heard by', async () => {
    const one = await calling();
    one.session.mute();
    const asking = Promise.withResolvers<'ready' | 'unavailable'>();
    one.prompt.open = () => asking.promise;
    one.session.mute();
    await settle();
    expect(one.state()).toMatchObject({ muted: true });
    asking.resolve('unavailable');
    await settle();
    expect(one.state()).toMatchObject({ muted: true });
    one.prompt.open = async () => 'ready';
    one.session.mute();
    one.session.mute();
    await settle();
    expect(one.state()).toMatchObject({ muted: false });
  });

  test('is reported at once, and of what is pressed within a second only where it ends', async () => {
    const one = await calling();
    const reports = reported(one);
    one.session.mute();
    await settle();
    expect(reports()).toEqual([{ callId, muted: true }]);
    for (let presses = 0; presses < 8; presses++) {
      one.session.mute();
      await settle();
    }
    await one.advance(2_000);
    expect(reports()).toHaveLength(1);
    for (let presses = 0; presses < 9; presses++) {
      one.session.mute();
      await settle();
    }
    await one.advance(5_000);
    expect(reports().slice(1)).toEqual([{ callId, muted: false }]);
  });

  test('is reported after a reload only to a server that holds something else, and not before the first word', async () => {
    const known = await started({ muted: callId, call: active({ muted: { [YOU]: true } }) });
    const unknown = await started({ muted: callId, call: active() });
    const early = await started({ muted: callId, call: bound() });
    const all = [known, unknown, early].map((one) => reported(one)());
    expect(all).toEqual([[], [{ callId, muted: true }], []]);
  });

  test('is reported once to a server whose answer says nothing new', async () => {
    const one = await calling();
    const reports = reported(one);
    const { version } = active();
    one.answers['reportMediaStatus'] = () => ({ decisionPhaseAt: null, call: active({ version }) });
    one.session.mute();
    await one.advance(5_000);
    expect(reports()).toEqual([{ callId, muted: true }]);
    one.session.mute();
    await one.advance(5_000);
    expect(reports()).toHaveLength(1);
  });

  test('by the system is told like any other, and unmuted when it gives the microphone back', async () => {
    const one = await calling();
    const reports = reported(one);
    one.device.isSilenced = true;
    one.device.changed();
    await one.advance(1_500);
    one.device.isSilenced = false;
    one.device.changed();
    await one.advance(1_500);
    expect(reports()).toEqual([
      { callId, muted: true },
      { callId, muted: false },
    ]);
    expect(one.state()).toMatchObject({ muted: false });
  });

  test('by a microphone that is taken away is told like any other, and not unmuted before there is one', async () => {
    const one = await calling();
    const reports = reported(one);
    one.device.changed('unavailable');
    await one.advance(1_500);
    expect(reports()).toEqual([{ callId, muted: true }]);
    one.prompt.open = async () => 'unavailable';
    one.session.mute();
    await one.advance(1_500);
    expect(reports()).toHaveLength(1);
    one.prompt.open = async () => 'ready';
    one.session.mute();
    await one.advance(1_500);
    expect(reports().slice(1)).toEqual([{ callId, muted: false }]);
  });

  test('is reported again after the 20 s that the server asks for', async () => {
    const one = await calling();
    const reports = reported(one);
    one.answers['reportMediaStatus'] = () => {
      throw new CallError({ code: 'resource-exhausted', text: 'later', reason: null, retryAfter: 20 });
    };
    one.session.mute();
    await one.advance(19_999);
    expect(reports()).toHaveLength(1);
    await one.advance(1);
    expect(reports()).toHaveLength(2);
  });

  test('is reported more and more seldom to a server that does not answer, and no more after 5 minutes, until something is new', async () => {
    const one = await calling();
    const reports = reported(one);
    const answer = one.answers['reportMediaStatus'];
    one.answers['reportMediaStatus'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.mute();
    await one.advance(20_000);
    expect(reports()).toHaveLength(21);
    await one.advance(300_000);
    const all = reports().length;
    expect(all).toBeLessThan(60);
    await one.advance(300_000);
    expect(reports()).toHaveLength(all);
    if (answer) one.answers['reportMediaStatus'] = answer;
    await one.hear('call.updated', active({ version: 6 }));
    expect(reports()).toHaveLength(all + 1);
  });

  test('is reported again where it did not arrive, and not where it was refused', async () => {
    const one = await calling();
    const reports = reported(one);
    one.answers['reportMediaStatus'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.mute();
    await one.advance(1_500);
    expect(reports()).toHaveLength(2);
    one.answers['reportMediaStatus'] = () => {
      throw failure('invalid-argument');
    };
    await one.advance(5_000);
    expect(reports()).toHaveLength(3);
  });

  test('is forgotten by a page that finds no call, and by signing out', async () => {
    expect((await started({ muted: callId })).kept.muted).toBeNull();
    const one = await calling();
    one.session.mute();
    one.stop();
    expect(one.kept.muted).toBeNull();
  });

  test('stays what another tab has been since this one asked', async () => {
    const one = await started();
    const online = one.comeOnline();
    one.kept.muted = callId;
    await online;
    expect(one.kept.muted).toBe(callId);
  });
});

describe('End that the network has swallowed', () => {
  async function swallowed() {
    const one = await calling();
    await one.advance(10_000);
    one.answers['endCall'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.end();
    await settle();
    return { ...one, asked: () => one.asked.filter(({ name }) => name === 'endCall').map(({ data }) => data) };
  }
  const END = { callId: active().callId, seen: 'active' };

  test('is asked for again until it is answered, and told of once', async () => {
    const one = await swallowed();
    await one.advance(1_500);
    expect(one.asked()).toEqual([END, END]);
    expect(one.notices.filter(({ kind }) => kind === 'end-failed')).toHaveLength(1);
    one.answers['endCall'] = () => ({ triggeredDecision: true, call: deciding({ version: 20 }) });
    await one.advance(5_000);
    expect(one.asked()).toEqual([END, END, END]);
    expect(one.state().kind).toBe('deciding');
  });

  test('is meant for 15 s, and by this tab only', async () => {
    const one = await swallowed();
    await one.advance(60_000);
    expect(one.asked()).toHaveLength(15);

    const brought = await swallowed();
    await brought.hear('call.updated', active({ version: 20, tab: 'tab-two-2' }));
    await brought.advance(5_000);
    expect(brought.asked()).toHaveLength(1);
  });

  test('does not keep a second press from being sent at once; what the server refuses is not repeated', async () => {
    const one = await swallowed();
    one.answers['endCall'] = () => new Promise(() => {});
    await one.advance(1_000);
    expect(one.asked()).toHaveLength(2);
    one.answers['endCall'] = () => {
      throw failure('resource-exhausted', 'too-many-requests');
    };
    one.session.end();
    await one.advance(5_000);
    expect(one.asked()).toHaveLength(3);
    expect(one.notices.at(-1)).toEqual({ kind: 'end-failed', reason: 'too-many-requests' });
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
    const told = { name: 'leaveCall', data: { callId: active().callId, comingBack: 'no' }, leaving: false };
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

describe('a page loaded anew', () => {
  const arrival = ({ session }: { session: CallSession }) => session.getSnapshot().arrival;

  test('in a call is on its way back into it until the server has answered', async () => {
    const before = await calling();
    before.session.leavePage();
    const after = page({ inCall: before.kept.inCall, call: active() });
    expect([arrival(after), after.kept.inCall]).toEqual(['returning', null]);
    after.session.start();
    await settle();
    expect([arrival(after), after.state().kind]).toEqual(['arrived', 'calling']);
  });

  test.each([
    [60_000, []],
    [60_001, ['Came back into a call older than 1 min']],
    [600_001, ['Came back into a call older than 10 min']],
  ])('into a call that is %i ms old warns in the console of a production page with %j', async (age, lines) => {
    const { log, info, debug } = console;
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => {
      warn.mockRestore();
      Object.assign(console, { log, info, debug });
    });
    quiet(console);
    const one = page({ call: liked() });
    await one.advance(age);
    one.session.start();
    await settle();
    expect(warn.mock.calls.flat()).toEqual(lines);
  });

  test('without an answer it has waited enough at 10,000 ms, when the call is over', async () => {
    const one = page({ inCall: T0 });
    one.answers['getCallState'] = () => {
      throw failure('unavailable');
    };
    one.session.start();
    await one.advance(9_999);
    expect(arrival(one)).toBe('returning');
    await one.advance(1);
    expect(arrival(one)).toBe('arrived');
  });

  test.each([
    [null, 'arrived'],
    [T0 - 9_999, 'returning'],
    [T0 - 10_000, 'arrived'],
  ])('the call left at %j: the page is %s', (inCall, expected) => {
    expect(arrival(page({ inCall }))).toBe(expected);
  });

  test('a call that has ended leaves no trace, on a page that went away and was shown again', async () => {
    const one = await calling();
    one.session.leavePage();
    one.session.leave();
    await settle();
    expect(one.kept.inCall).toBeNull();
  });
});
