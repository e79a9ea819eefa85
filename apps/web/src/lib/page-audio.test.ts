import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageAudio } from './page-audio.ts';
import { FakeAudioContext } from './testing/audio-context.ts';

let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  page = Object.assign(new EventTarget(), { hidden: false });
  FakeAudioContext.all = [];
  FakeAudioContext.grants = 'resume';
  vi.stubGlobal('document', page);
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => vi.unstubAllGlobals());

const settled = () => new Promise((resolve) => setImmediate(resolve));
const states = () => FakeAudioContext.all.map(({ state }) => state);

function opened() {
  const audio = new PageAudio();
  audio.listen();
  return audio;
}

test('the first gesture unlocks 1 context, which rests until it is held', async () => {
  const audio = opened();
  expect(states()).toEqual([]);
  page.dispatchEvent(new Event('touchend'));
  await settled();
  expect(states()).toEqual(['suspended']);
  const releases = [audio.hold(), audio.hold()];
  await settled();
  expect(states()).toEqual(['running']);
  releases[0]?.();
  releases[0]?.();
  await settled();
  expect(states()).toEqual(['running']);
  releases[1]?.();
  await settled();
  expect(states()).toEqual(['suspended']);
});

test.each(['suspended', 'interrupted'] as const)(
  'one that the system has %s runs again at once, if it may',
  async (state) => {
    const audio = opened();
    audio.hold();
    await settled();
    FakeAudioContext.all[0]?.become(state);
    await settled();
    expect(states()).toEqual(['running']);
  },
);

test.each([
  ['the page is shown again', () => page.dispatchEvent(new Event('visibilitychange'))],
  ['somebody touches the page', () => page.dispatchEvent(new Event('pointerdown'))],
])('one that may not run is asked again when %s, and who is subscribed is told', async (_, sign) => {
  const audio = opened();
  audio.hold();
  await settled();
  FakeAudioContext.grants = 'nothing';
  FakeAudioContext.all[0]?.become('interrupted');
  await settled();
  expect(states()).toEqual(['interrupted']);
  const told = vi.fn<() => void>();
  audio.subscribe(told);
  FakeAudioContext.grants = 'resume';
  sign();
  await settled();
  expect([states(), audio.isRunning, told.mock.calls.length > 0]).toEqual([['running'], true, true]);
});

test('in a hidden page nothing is asked', async () => {
  const audio = opened();
  FakeAudioContext.grants = 'nothing';
  audio.hold();
  await settled();
  FakeAudioContext.grants = 'resume';
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await settled();
  expect(states()).toEqual(['suspended']);
});

test('whoever waits until it runs is told when it does, and not after they have gone', async () => {
  const audio = opened();
  FakeAudioContext.grants = 'nothing';
  audio.hold();
  const told: string[] = [];
  const gone = new AbortController();
  void audio.running(new AbortController().signal).then(() => told.push('here'));
  void audio.running(gone.signal).then(() => told.push('gone'));
  gone.abort();
  await settled();
  expect(told).toEqual([]);
  FakeAudioContext.all[0]?.become('running');
  await settled();
  expect(told).toEqual(['here']);
});

test('a browser that makes none has none, and nothing fails', () => {
  vi.stubGlobal('AudioContext', function refuse() {
    throw new DOMException('', 'NotSupportedError');
  });
  const audio = opened();
  page.dispatchEvent(new Event('click'));
  audio.hold()();
  expect([audio.context, audio.isRunning]).toEqual([null, false]);
});
