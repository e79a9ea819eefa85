import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageAudio } from '../../../lib/page-audio.ts';
import { FakeAudioContext } from '../../../lib/testing/audio-context.ts';
import { RINGS } from './ring.ts';
import { Ringer, type RingWishes } from './ringer.ts';
import { PageNotification, workerRegistration } from '../testing/notices.ts';
import { called, calling } from './samples.ts';
import type { DirectState } from './direct-state.ts';

const INCOMING: DirectState = { kind: 'incoming', call: called(), answer: 'open' };
const OUTGOING: DirectState = { kind: 'outgoing', call: calling() };
const OVER: DirectState = { kind: 'idle', left: null };
const ALL: RingWishes = { ringtone: true, vibration: true };
const OWN_TITLE = 'Chats · Yonder';

/** A visible or hidden page, and the alerts that reach its user. */
function page(visibility: 'seen' | 'hidden', wishes: RingWishes = ALL, touch: 'touched' | 'untouched' = 'touched') {
  const felt: VibratePattern[] = [];
  const tab = { title: OWN_TITLE, hidden: visibility === 'hidden' };
  vi.stubGlobal('document', tab);
  const window = Object.assign(new EventTarget(), { Notification: PageNotification, focus: () => {} });
  vi.stubGlobal('window', window);
  vi.stubGlobal('Notification', PageNotification);
  const userActivation = { hasBeenActive: touch === 'touched' };
  vi.stubGlobal('navigator', { userActivation, vibrate: (pattern: VibratePattern) => felt.push(pattern) });
  vi.stubGlobal('AudioContext', FakeAudioContext);
  const context = pageAudio.context as unknown as FakeAudioContext;
  context.sources.length = 0;
  const ringer = new Ringer(() => wishes);
  const turn = (type: 'pagehide' | 'pageshow'): void => {
    window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
  };
  const sounds = () => context.sources.length;
  const ended = () => context.sources.filter(({ next }) => next.length === 0).length;
  const plays = () => context.sources.map((source) => source.plays);
  return { ringer, felt, tab, turn, sounds, ended, plays, context };
}

i18n.load('en', {});
i18n.activate('en');

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  PageNotification.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('somebody calls', () => {
  test('it is heard, and not felt in a page that nobody has touched, whose browser takes it for an error', () => {
    const { ringer, felt, sounds } = page('seen', ALL, 'untouched');
    ringer.follow(INCOMING);
    vi.advanceTimersByTime(RINGS.incoming.round);
    ringer.follow(OVER);
    expect(sounds()).toBe(1);
    expect(felt).toEqual([]);
  });

  test('it is heard, and felt again in every round, until it stops', () => {
    const { ringer, felt, sounds } = page('seen');
    ringer.follow(INCOMING);
    ringer.follow(INCOMING);
    vi.advanceTimersByTime(RINGS.incoming.round);
    expect(sounds()).toBe(1);
    expect(felt).toEqual([RINGS.incoming.vibration, RINGS.incoming.vibration]);
    ringer.follow(OVER);
    vi.advanceTimersByTime(RINGS.incoming.round);
    expect(felt.slice(2)).toEqual([0]);
  });

  test.each([
    [
      { ringtone: false, vibration: true },
      { sounds: 0, vibrations: 1 },
    ],
    [
      { ringtone: true, vibration: false },
      { sounds: 1, vibrations: 0 },
    ],
    [
      { ringtone: false, vibration: false },
      { sounds: 0, vibrations: 0 },
    ],
  ])('with %o it is %o; a hidden tab tells of it all the same', async (wishes, told) => {
    const { ringer, felt, sounds } = page('hidden', wishes);
    ringer.follow(INCOMING);
    expect({ sounds: sounds(), vibrations: felt.length }).toEqual(told);
    await vi.advanceTimersByTimeAsync(0);
    expect(PageNotification.all).toHaveLength(1);
  });

  test('a hidden tab takes turns of 1 s between its title and who calls, and has its own again at the end', () => {
    const { ringer, tab } = page('hidden');
    ringer.follow(INCOMING);
    const turns = [0, 1, 2].map(() => {
      const { title } = tab;
      vi.advanceTimersByTime(1_000);
      return title;
    });
    expect(turns).toEqual([expect.stringContaining('is calling'), OWN_TITLE, expect.stringContaining('is calling')]);
    vi.advanceTimersByTime(1_000);
    ringer.follow(OVER);
    vi.advanceTimersByTime(5_000);
    expect(tab.title).toBe(OWN_TITLE);
  });

  test('its notification stays until it is acted on, and goes when it rings no more', async () => {
    const { ringer } = page('hidden');
    ringer.follow(INCOMING);
    await vi.advanceTimersByTimeAsync(0);
    const [shown] = PageNotification.all;
    expect(shown).toMatchObject({ title: called().callerName, closed: false });
    ringer.follow(OVER);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown?.closed).toBe(true);
  });

  test('the push about it and the page tell of it by 1 notification, and what takes its place stays', async () => {
    const { ringer } = page('hidden');
    const registration = workerRegistration();
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
    const { id, chatRoomId, ringsUntil } = called();
    const pushed = {
      tag: `call ${chatRoomId}`,
      data: { path: `/chat/${chatRoomId}`, call: { id, until: ringsUntil } },
    };
    await registration.showNotification('Mei', pushed);
    ringer.follow(INCOMING);
    await vi.advanceTimersByTimeAsync(0);
    expect(registration.shown()).toMatchObject([pushed]);
    await registration.showNotification('Mei', { ...pushed, body: 'Missed', data: { path: '/', call: null } });
    ringer.follow(OVER);
    await vi.advanceTimersByTimeAsync(0);
    expect(registration.shown()).toMatchObject([{ body: 'Missed' }]);
  });

  test('a tab that is seen keeps its title and needs no notification', () => {
    const { ringer, tab } = page('seen');
    ringer.follow(INCOMING);
    expect(tab.title).toBe(OWN_TITLE);
    expect(PageNotification.all).toHaveLength(0);
  });
});

test('whoever calls hears that it rings over there, whatever they wish of calls that come in; nothing is felt', () => {
  const { ringer, felt, sounds, tab } = page('hidden', { ringtone: false, vibration: true });
  ringer.follow(OUTGOING);
  expect(sounds()).toBe(1);
  expect(felt).toEqual([]);
  expect(tab.title).toBe(OWN_TITLE);
});

test('a page that rings and is put away is silent, shown again too, and makes 1 other sound when the call is seen to ring', async () => {
  const { ringer, felt, tab, sounds, ended, turn } = page('hidden');
  const isSilent = () => [sounds(), ended(), felt.at(-1), tab.title, PageNotification.all.at(-1)?.closed];
  ringer.follow(INCOMING);
  await vi.advanceTimersByTimeAsync(0);
  turn('pagehide');
  await vi.advanceTimersByTimeAsync(100);
  expect(isSilent()).toEqual([1, 1, 0, OWN_TITLE, true]);
  turn('pageshow');
  vi.advanceTimersByTime(60_000);
  expect(isSilent()).toEqual([1, 1, 0, OWN_TITLE, true]);
  ringer.follow(INCOMING);
  expect([sounds(), ended()]).toEqual([2, 1]);
  ringer.follow(OVER);
  vi.advanceTimersByTime(100);
  expect([sounds(), ended()]).toEqual([2, 2]);
});

test('a page on plain http, which has no locks, rings all the same; what rang has stopped, not only fallen silent', async () => {
  const { ringer, plays, context } = page('seen');
  context.become('running');
  ringer.follow(INCOMING);
  await vi.advanceTimersByTimeAsync(0);
  expect(plays()).toEqual(['on']);
  ringer.follow(OVER);
  await vi.advanceTimersByTimeAsync(100);
  expect(plays()).toEqual(['no more']);
});

test('what stops before it could be heard was never started', async () => {
  const { ringer, plays, context } = page('seen');
  context.become('suspended');
  FakeAudioContext.grants = 'nothing';
  ringer.follow(INCOMING);
  ringer.follow(OVER);
  await vi.advanceTimersByTimeAsync(100);
  FakeAudioContext.grants = 'resume';
  expect(plays()).toEqual(['not yet']);
});
