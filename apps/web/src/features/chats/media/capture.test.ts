import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeAudioContext } from '../../../lib/testing/audio-context.ts';
import { openCapture } from './capture.ts';
import type { Capture } from './recorder.ts';

/** A track and a recorder by their published shape. */
class Track extends EventTarget {
  muted = false;
  stop = vi.fn<() => void>();
  getSettings = () => ({ deviceId: 'one' });
}
class Recorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  static all: Recorder[] = [];
  state = 'inactive';
  mimeType = 'audio/webm';
  constructor() {
    super();
    Recorder.all.push(this);
  }
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.give('end');
    this.dispatchEvent(new Event('stop'));
  }
  give(words: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([words]) }));
  }
}

let track: Track;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  track = new Track();
  Recorder.all = [];
  FakeAudioContext.listens = 'to streams';
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function recording() {
  const capture = await openCapture();
  if (typeof capture === 'string') throw new Error(capture);
  return { capture, recorder: Recorder.all[0] ?? expect.unreachable() };
}

const finished = async (capture: Capture): Promise<string> => (await capture.finish()).text();

test('a browser that cannot record lets go of the microphone', async () => {
  class None extends Recorder {
    constructor() {
      super();
      throw new DOMException('no encoder', 'NotSupportedError');
    }
  }
  vi.stubGlobal('MediaRecorder', None);
  await expect(openCapture()).rejects.toThrow('no encoder');
  expect(track.stop).toHaveBeenCalledOnce();
});

test('a microphone that is refused is said, and nothing is recorded', async () => {
  const getUserMedia = async () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  expect([await openCapture(), Recorder.all]).toEqual(['denied', []]);
});

test.each([
  ['mute', () => track.dispatchEvent(new Event('mute'))],
  ['ended', () => track.dispatchEvent(new Event('ended'))],
  ['an error of the recorder', () => Recorder.all[0]?.stop()],
])('%s is the end of it, and what was recorded stays', async (_, take) => {
  const { capture, recorder } = await recording();
  recorder.give('words ');
  take();
  await capture.taken;
  expect(await finished(capture)).toBe('words end');
});

test.each([
  ['for 1 s is the end of it', 'muted', 'taken'],
  ['and is given back within 1 s is recorded', 'given back', 'records'],
] as const)('one that the system silences before it begins %s', async (_, then, outcome) => {
  track.muted = true;
  const { capture } = await recording();
  let heard = 'records';
  void capture.taken.then(() => (heard = 'taken'));
  await vi.advanceTimersByTimeAsync(999);
  expect(heard).toBe('records');
  track.muted = then === 'muted';
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toBe(outcome);
});

test('a meter that throws costs the meter', async () => {
  FakeAudioContext.listens = 'to nothing';
  const { capture, recorder } = await recording();
  recorder.give('words ');
  expect([capture.level(), await finished(capture)]).toEqual([0, 'words end']);
});

test('of a page that slept, nothing is kept that came after 121,000 ms, wherever the clock on the wall was put', async () => {
  const { capture, recorder } = await recording();
  vi.setSystemTime(-86_400_000);
  recorder.give('words');
  vi.advanceTimersByTime(121_000);
  recorder.give(' in time');
  vi.advanceTimersByTime(1);
  expect(await finished(capture)).toBe('words in time');
});

test('what has no sound at all broke off', async () => {
  const { capture, recorder } = await recording();
  recorder.give = () => {};
  await expect(finished(capture)).rejects.toThrow('broke off');
});
