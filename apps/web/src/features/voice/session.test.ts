import type { CallError } from '@yonder/client';
import { describe, expect, test } from 'vitest';
import type { Notice } from './call-state.ts';
import { active, bound, matched, QUEUE, TAB } from './samples.ts';
import { failure, settle, started, waiting } from './testing/session.ts';

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
  test('pressed before the page is ready for a call counts as soon as it is', async () => {
    const { session, stop, names } = await started();
    stop();
    session.join('tea');
    expect(names()).not.toContain('updateLastActive');
    session.start();
    await settle();
    expect(names()).toContain('joinCallQueue');
  });

  test('asks for the microphone and the profile, then for a place', async () => {
    const { names, state, kept } = await waiting();
    expect(names()).toEqual(['getCallState', 'updateLastActive', 'joinCallQueue']);
    expect(state()).toMatchObject({ kind: 'queuing', stage: 'waiting', queue: QUEUE });
    expect(kept.place, 'for a duplicate of this tab').toBeNull();
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

  test.each<[CallError, Notice]>([
    [failure('unauthenticated'), { kind: 'join-failed', code: 'unauthenticated', message: 'a sentence' }],
    [failure('not-found', 'profile-not-found'), { kind: 'join-failed', code: 'not-found', message: 'a sentence' }],
    [failure('unavailable', 'network'), { kind: 'join-failed', code: 'network', message: 'a sentence' }],
  ])('%s before it was asked for says why and is idle again, with nothing to give back', async (error, notice) => {
    const one = await started();
    one.answers['updateLastActive'] = () => {
      throw error;
    };
    one.session.join('');
    await settle();
    expect(one.state().kind).toBe('idle');
    expect(one.notices).toEqual([notice]);
    expect(one.names()).toEqual(['getCallState', 'updateLastActive']);
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
  });
});
