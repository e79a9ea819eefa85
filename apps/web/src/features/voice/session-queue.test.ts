import { describe, expect, test } from 'vitest';
import { matched, QUEUE, T0 } from './samples.ts';
import { failure, NOBODY, page, settle, started, waiting } from './testing/session.ts';

describe('in the queue', () => {
  test('a match is told at once to what runs beside the queue, and drawn later', async () => {
    const one = await waiting();
    await one.advance(0);
    const told: string[] = [];
    one.session.onChange(({ kind }) => told.push(kind));
    one.session.subscribe(() => told.push('drawn'));
    await one.hear('call.matched', matched());
    expect(told).toEqual(['calling', 'calling']);
    await one.advance(400);
    expect(told.at(-1)).toBe('drawn');
  });

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
  });

  test('Cancel in one tab is Cancel in all of them', async () => {
    const [here, there] = [await waiting(), await waiting()];
    here.session.end();
    expect(here.cancelled.told).toBe(1);
    there.answers['getCallState'] = () => NOBODY;
    there.cancelled.hear();
    await there.advance(6_000);
    expect(there.state().kind).toBe('idle');
    expect(there.names().filter((name) => name === 'joinCallQueue')).toHaveLength(1);
    expect(there.names(), 'the other tab does, and may wait anew').not.toContain('leaveCallQueue');
    expect(there.cancelled.told, 'it is not told back').toBe(0);
  });

  test('Cancel before a place was asked for is of this tab alone: it gives none back', async () => {
    const one = await started();
    one.session.join('tea');
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'preparing' });
    one.session.end();
    await settle();
    expect(one.names()).not.toContain('leaveCallQueue');
    expect(one.cancelled.told).toBe(0);
  });

  test('a place that was taken after Cancel is given back, as is a match in it', async () => {
    const one = await started();
    const late = Promise.withResolvers<unknown>();
    one.answers['joinCallQueue'] = () => late.promise;
    one.answers['leaveCallQueue'] = () => ({ left: false, callId: null });
    one.session.join('tea');
    await settle();
    one.session.end();
    await settle();
    one.answers['leaveCallQueue'] = () => ({ left: false, callId: matched().callId });
    one.answers['getCallState'] = () => ({ kind: 'voice', queue: null, call: matched() });
    one.answers['endCall'] = () => ({ triggeredDecision: false, call: matched() });
    late.resolve({ callId: matched().callId, call: matched() });
    await settle();
    expect(one.names().slice(-5)).toEqual([
      'joinCallQueue',
      'leaveCallQueue',
      'leaveCallQueue',
      'getCallState',
      'endCall',
    ]);
    expect(one.state().kind).toBe('idle');
  });

  test('a place that was taken late is kept by a search begun anew', async () => {
    const one = await started();
    const late = Promise.withResolvers<unknown>();
    one.answers['joinCallQueue'] = () => late.promise;
    one.session.join('tea');
    await settle();
    one.session.end();
    one.answers['joinCallQueue'] = () => QUEUE;
    one.session.join('tea');
    await settle();
    late.resolve(QUEUE);
    await settle();
    expect(one.names().filter((name) => name === 'leaveCallQueue')).toHaveLength(1);
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'waiting' });
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
    expect(one.asked.at(-1)).toEqual({ name: 'leaveCallQueue', data: null, leaving: true });
    expect(one.kept.place).toEqual({ topic: 'tea', at: T0 + 60_000 });
  });

  test('a page that goes away before its place was given back says so once more with what outlives it', async () => {
    const one = await waiting();
    const late = Promise.withResolvers<unknown>();
    one.answers['leaveCallQueue'] = () => late.promise;
    one.session.end();
    one.session.leavePage();
    expect(one.asked.at(-1)).toEqual({ name: 'leaveCallQueue', data: null, leaving: true });
    const [first, second] = one.requestIds.slice(-2);
    expect(first, 'one request').toMatch(/^[-0-9a-f]{36}$/);
    expect(second).toBe(first);
    expect(one.kept.place).toBeNull();
    late.resolve({ left: true, callId: null });
    await settle();
    const { length } = one.asked;
    one.session.leavePage();
    expect(one.asked, 'it was heard').toHaveLength(length);
  });

  test('a match in a place that was given up is not declined by who wants one again', async () => {
    const one = await waiting();
    const late = Promise.withResolvers<unknown>();
    one.answers['leaveCallQueue'] = () => ({ left: false, callId: matched().callId });
    one.answers['getCallState'] = () => late.promise;
    one.session.end();
    await settle();
    one.answers['joinCallQueue'] = () => ({ callId: matched().callId, call: matched() });
    one.session.join('tea');
    await settle();
    late.resolve({ ...NOBODY, kind: 'voice', call: matched() });
    await settle();
    expect(one.names()).not.toContain('endCall');
  });

  test('a place is given back until it is, also by who begins anew and thinks better of it', async () => {
    const one = await waiting();
    const leaves = () => one.names().filter((name) => name === 'leaveCallQueue').length;
    one.answers['leaveCallQueue'] = () => {
      throw failure('unavailable', 'network');
    };
    one.session.end();
    await settle();
    one.prompt.open = () => Promise.withResolvers<'ready'>().promise;
    one.session.join('tea');
    await one.advance(1_500);
    one.session.end();
    one.answers['leaveCallQueue'] = () => ({ left: true, callId: null });
    const before = leaves();
    await one.advance(5_000);
    expect(leaves()).toBe(before + 1);
  });

  test.each(['leave', 'end'] as const)(
    'a call that is over here by %s is so for the server, too, though the page goes before the answer',
    async (how) => {
      const one = await waiting();
      await one.hear('call.matched', matched());
      one.answers['leaveCall'] = () => Promise.withResolvers<never>().promise;
      one.session[how]();
      await settle();
      expect(one.state().kind).toBe('idle');
      one.session.leavePage();
      expect(one.asked.at(-1)).toMatchObject({ name: 'leaveCall', data: { comingBack: 'no' }, leaving: true });
      const [first, second] = one.requestIds.slice(-2);
      expect(first).toMatch(/^[-0-9a-f]{36}$/);
      expect(second).toBe(first);
    },
  );

  test('a reload joins again with the topic, if the page was away for less than 10 s', async () => {
    const back = await started({ place: { topic: 'tea', at: T0 - 9_999 } });
    expect(back.state()).toMatchObject({ kind: 'queuing', stage: 'waiting', topic: 'tea' });
    expect(back.kept.place, 'for a duplicate of this tab').toBeNull();
    const late = await started({ place: { topic: 'tea', at: T0 - 10_000 } });
    expect(late.state().kind).toBe('idle');
    expect(late.kept.place).toBeNull();
  });

  test('nor does it ten seconds later where another tab waits', async () => {
    const one = page({ place: { topic: 'tea', at: T0 - 10_000 } });
    one.answers['getCallState'] = () => ({ ...NOBODY, kind: 'voice-queue', queue: QUEUE });
    one.session.start();
    await settle();
    expect(one.state().kind).toBe('idle');
  });

  test('it does where the server has not heard yet that the page before has gone', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    one.answers['getCallState'] = () => ({ ...NOBODY, kind: 'voice-queue', queue: QUEUE });
    one.session.start();
    await settle();
    expect(one.state()).toMatchObject({ kind: 'queuing', topic: 'tea' });
  });

  test('what was in the way once is not waited for', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    const answer = one.answers['getCallState']!;
    one.answers['getCallState'] = () => ({ ...NOBODY, kind: 'text' });
    one.session.start();
    await settle();
    one.answers['getCallState'] = answer;
    await one.comeOnline();
    expect(one.state().kind).toBe('idle');
  });

  test('a page that goes away before it knows leaves the next one the same word', async () => {
    const one = page({ place: { topic: 'tea', at: T0 - 5_000 } });
    const stop = one.session.start();
    one.session.leavePage();
    expect(one.kept.place).toEqual({ topic: 'tea', at: T0 - 5_000 });
    stop();
    expect(one.kept.place).toBeNull();
  });

  test('a reload without a network joins again once there is one', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    const answer = one.answers['getCallState']!;
    delete one.answers['getCallState'];
    one.session.start();
    await settle();
    expect(one.state().kind).toBe('idle');
    one.answers['getCallState'] = answer;
    await one.comeOnline();
    expect(one.state()).toMatchObject({ kind: 'queuing', stage: 'waiting', topic: 'tea' });
  });

  test('what is pressed before it is known whether to join again is what counts', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    one.session.start();
    one.session.join('cats');
    one.session.end();
    await settle();
    expect(one.state().kind).toBe('idle');
    expect(one.names()).not.toContain('joinCallQueue');
  });

  test('what another tab has cancelled before that is cancelled', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    one.session.start();
    one.cancelled.hear();
    await settle();
    expect(one.state().kind).toBe('idle');
  });

  test('whoever signs out before that waits for nobody, nor does whoever signs in next', async () => {
    const one = page({ place: { topic: 'tea', at: T0 } });
    one.session.start()();
    await settle();
    one.session.start();
    await settle();
    expect(one.state().kind).toBe('idle');
    expect(one.names()).not.toContain('joinCallQueue');
  });

  test('cancelled on a page that went away and was shown again, a reload joins no more', async () => {
    const one = await waiting();
    one.session.leavePage();
    one.session.end();
    await settle();
    expect(one.kept.place).toBeNull();
  });
});
