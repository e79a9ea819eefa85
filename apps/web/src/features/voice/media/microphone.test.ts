import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { microphoneProblem } from '../../../lib/microphone-problem.ts';
import { type MediaSource } from '../../../lib/take-microphone.ts';
import { storageInMemory } from '../../../lib/testing/storage.ts';
import { Microphone } from './microphone.ts';

beforeEach(() => void vi.stubGlobal('localStorage', storageInMemory()));
afterEach(() => vi.unstubAllGlobals());

/** A track by its published shape. */
class FakeTrack extends EventTarget {
  stopped = false;
  muted = false;
  readyState: MediaStreamTrackState = 'live';
  readonly #deviceId: string;
  constructor(deviceId: string) {
    super();
    this.#deviceId = deviceId;
  }
  getSettings() {
    return { deviceId: this.#deviceId };
  }
  stop(): void {
    this.stopped = true;
  }
  tell(type: 'ended' | 'mute' | 'unmute'): void {
    this.muted = type === 'mute';
    if (type === 'ended') this.readyState = 'ended';
    this.dispatchEvent(new Event(type));
  }
}

/** Devices by id: 'free' opens, an error name throws. */
function devices(by: Record<string, string>, standard = Object.keys(by)[0] ?? '') {
  const asked: string[] = [];
  const tracks: FakeTrack[] = [];
  const streamOf = (deviceId: string): MediaStream => {
    const track = new FakeTrack(deviceId);
    tracks.push(track);
    return { getAudioTracks: () => [track], getTracks: () => [track] } as unknown as MediaStream;
  };
  const source: MediaSource = {
    async getUserMedia({ audio } = {}) {
      const wanted =
        typeof audio === 'object' && typeof audio.deviceId === 'object' && 'exact' in audio.deviceId
          ? String(audio.deviceId.exact)
          : standard;
      asked.push(wanted);
      const answer = by[wanted] ?? 'NotFoundError';
      if (answer !== 'free') throw new DOMException('', answer);
      return streamOf(wanted);
    },
    enumerateDevices: async () =>
      Object.keys(by).map(
        (deviceId) => ({ deviceId, kind: 'audioinput', label: deviceId, groupId: '' }) as MediaDeviceInfo,
      ),
  };
  const problems: string[] = [];
  return {
    microphone: new Microphone({ source, onProblem: (problem) => problems.push(problem) }),
    asked,
    problems,
    tracks,
  };
}

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'failed'],
  ['TypeError', 'failed'],
])('%s reads as %s', (name, problem) => expect(microphoneProblem(new DOMException('', name))).toBe(problem));

test('opens once and is closed with its tracks', async () => {
  const { microphone, asked, tracks } = devices({ one: 'free' });
  expect(await microphone.open()).toMatchObject({ kind: 'open', deviceId: 'one' });
  await microphone.open();
  expect(asked).toEqual(['one']);
  microphone.close();
  expect(microphone.state).toEqual({ kind: 'closed' });
  expect(tracks[0]?.stopped).toBe(true);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['TypeError', 'failed'],
])('%s leaves none and says %s', async (name, problem) => {
  const { microphone, asked, problems } = devices({ one: name, two: 'free' });
  expect(await microphone.open()).toEqual({ kind: 'unavailable', problem });
  expect(problems).toEqual([problem]);
  expect(asked).toEqual(['one']);
});

test('a busy one is said and the next input is tried', async () => {
  const { microphone, problems } = devices({ default: 'NotReadableError', one: 'NotReadableError', two: 'free' });
  expect(await microphone.open()).toMatchObject({ kind: 'open', deviceId: 'two' });
  expect(problems).toEqual(['busy']);
});

test('all busy leaves none', async () => {
  const { microphone, problems } = devices({ default: 'NotReadableError', one: 'NotReadableError' });
  expect(await microphone.open()).toEqual({ kind: 'unavailable', problem: 'busy' });
  expect(problems).toEqual(['busy']);
});

test('another input takes over and the old one stops', async () => {
  const { microphone, tracks } = devices({ one: 'free', two: 'free' });
  await microphone.open();
  await microphone.choose('two');
  expect(microphone.state).toMatchObject({ kind: 'open', deviceId: 'two' });
  expect(tracks.map(({ stopped }) => stopped)).toEqual([true, false]);
});

test.each(['NotAllowedError', 'AbortError'])(
  'another input that cannot be opened (%s) leaves the open one in its place, and the choice as it was',
  async (name) => {
    const { microphone, tracks } = devices({ one: 'free', two: name });
    await microphone.choose('one');
    await microphone.open();
    await microphone.choose('two');
    expect(microphone.state).toMatchObject({ kind: 'open', deviceId: 'one' });
    expect(tracks.at(-1)?.stopped).toBe(false);
    expect(localStorage.getItem('microphone')).toBe('one');
  },
);

test('a chosen input that is gone gives way to the standard one', async () => {
  const { microphone, problems } = devices({ one: 'free' });
  await microphone.choose('gone');
  expect(await microphone.open()).toMatchObject({ kind: 'open', deviceId: 'one' });
  expect(problems).toEqual([]);
});

test('one pulled out in the middle is replaced', async () => {
  const { microphone, tracks } = devices({ one: 'free' });
  await microphone.open();
  tracks[0]?.tell('ended');
  await microphone.open();
  expect(tracks).toHaveLength(2);
});

test('one that was let go is not listened to', async () => {
  const { microphone, tracks, asked } = devices({ one: 'free' });
  await microphone.open();
  microphone.close();
  tracks[0]?.tell('ended');
  expect(asked).toEqual(['one']);
});

test('one that answers after it was closed is stopped', async () => {
  const { microphone, tracks } = devices({ one: 'free' });
  const opening = microphone.open();
  microphone.close();
  expect(await opening).toEqual({ kind: 'closed' });
  expect(tracks[0]?.stopped).toBe(true);
});

test('closed and asked for again before it answered, both askings get the newer answer', async () => {
  const { microphone, tracks } = devices({ one: 'free' });
  const first = microphone.open();
  microphone.close();
  const second = microphone.open();
  expect(await first).toMatchObject({ kind: 'open', deviceId: 'one' });
  expect(await second).toBe(await first);
  expect(tracks.map(({ stopped }) => stopped)).toEqual([true, false]);
});

test('overtaken by another choice, the first asking gets the chosen one', async () => {
  const { microphone } = devices({ one: 'free', two: 'free' });
  const first = microphone.open();
  await microphone.choose('two');
  expect(await first).toMatchObject({ kind: 'open', deviceId: 'two' });
});

test.each([
  ['of plain http', {}, false, 'insecure'],
  ['of a browser without devices', {}, true, 'unsupported'],
  ['where an extension has emptied them', { mediaDevices: undefined }, true, 'unsupported'],
  ['without getUserMedia', { mediaDevices: {} }, true, 'unsupported'],
])(
  'a page %s has no microphone, and says why',
  async (_, navigator: { mediaDevices?: object }, isSecureContext, problem) => {
    vi.stubGlobal('navigator', navigator);
    vi.stubGlobal('window', { isSecureContext });
    const microphone = new Microphone({
      source: navigator.mediaDevices as MediaSource | undefined,
      onProblem: () => {},
    });
    expect(await microphone.open()).toEqual({ kind: 'unavailable', problem });
  },
);

test('one that the system silences is so until it gives it back, and stays the same one', async () => {
  const { microphone, tracks } = devices({ one: 'free' });
  await microphone.open();
  const heard: boolean[] = [];
  microphone.subscribe(() => heard.push(microphone.isSilenced));
  tracks[0]?.tell('mute');
  tracks[0]?.tell('unmute');
  expect([heard, tracks.length, tracks[0]?.stopped]).toEqual([[true, false], 1, false]);
});

test('one that is no longer allowed in the middle is not there', async () => {
  const answers: Record<string, string> = { one: 'free' };
  const { microphone, tracks, problems } = devices(answers);
  await microphone.open();
  answers['one'] = 'NotAllowedError';
  tracks[0]?.tell('ended');
  await vi.waitFor(() => expect(microphone.state).toEqual({ kind: 'unavailable', problem: 'denied' }));
  expect(problems).toEqual(['denied']);
});

test('the chosen one is used by all that come after it, and is still the chosen one after it was away', async () => {
  const { microphone } = devices({ one: 'free', two: 'free' });
  await microphone.choose('two');
  expect(await devices({ one: 'free' }).microphone.open()).toMatchObject({ deviceId: 'one' });
  expect(await devices({ one: 'free', two: 'free' }).microphone.open()).toMatchObject({ deviceId: 'two' });
});
