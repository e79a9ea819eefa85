import { afterEach, describe, expect, test, vi } from 'vitest';
import { isSafariPhone, Sound, volumeOf } from './sound.ts';

const SAFARI_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const CHROME_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1';
const SAFARI_MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

test('only Safari on an iPhone is Safari on an iPhone', () => {
  expect([SAFARI_PHONE, CHROME_PHONE, SAFARI_MAC, CHROME].map(isSafariPhone)).toEqual([true, false, false, false]);
});

test('earpiece 0.5, on that phone 0.3, speaker 1', () => {
  expect(volumeOf('earpiece', 'no')).toBe(0.5);
  expect(volumeOf('earpiece', 'yes')).toBe(0.3);
  expect(volumeOf('speaker', 'no')).toBe(1);
  expect(volumeOf('speaker', 'yes')).toBe(1);
});

/** A page that makes sound: one audio element, gains in the order they were made, and timers that run at a word. */
function page(userAgent: string, play: () => Promise<void> = async () => {}) {
  const element = { muted: false, volume: 1, paused: true, srcObject: null, setAttribute: () => {}, remove: () => {} };
  const gains: { gain: { value: number } }[] = [];
  const node = { connect: (next: unknown) => next, disconnect: () => {} };
  const softened = { enabled: true };
  const contexts: string[][] = [];
  vi.stubGlobal('document', { body: { append: () => {} }, createElement: () => Object.assign(element, { play }) });
  vi.stubGlobal('MediaStream', function made() {});
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      log: string[] = [];
      constructor() {
        contexts.push(this.log);
      }
      resume = async () => void this.log.push('resumed');
      suspend = async () => void this.log.push('suspended');
      destination = {};
      addEventListener = () => {};
      close = async () => {};
      createMediaStreamSource = () => node;
      createAnalyser = () => ({
        ...node,
        fftSize: 0,
        getFloatTimeDomainData: (samples: Float32Array) => samples.fill(track.enabled ? 0.5 : 0),
      });
      createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [softened] } });
      createGain = () => {
        const made = { ...node, gain: { value: 1 } };
        gains.push(made);
        return made;
      };
    },
  );
  const due: { ms: number; run: () => void }[] = [];
  const told: string[] = [];
  const sound = new Sound({
    userAgent,
    after(ms, run) {
      due.push({ ms, run });
      return () => due.splice(0);
    },
    onBlocked: (blocked) => told.push(blocked ? 'blocked' : 'plays'),
    onPlaybackProblem: () => told.push('problem'),
    onSentTrack: () => {},
  });
  return { sound, element, gains, softened, contexts, due, told };
}

const track = { enabled: true } as MediaStreamTrack;
const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;

describe('a call', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('sends its own voice at 0.8, and nothing while muted', () => {
    const { sound, gains, softened } = page(CHROME);
    sound.own(stream);
    expect(gains.map(({ gain }) => gain.value)).toEqual([0.8]);
    expect(sound.sentTrack()).toBe(softened);
    expect([softened.enabled, track.enabled]).toEqual([false, false]);
    sound.set({ remote: 'silent', own: 'heard' });
    expect([softened.enabled, track.enabled]).toEqual([true, true]);
  });

  test('shows how loud its own voice is, and nothing while muted', () => {
    const { sound } = page(CHROME);
    sound.own(stream);
    sound.set({ remote: 'silent', own: 'heard' });
    expect(sound.levels()).toEqual({ them: 0, me: 1 });
    sound.set({ remote: 'heard', own: 'silent' });
    expect(sound.levels()).toEqual({ them: 0, me: 0 });
  });

  test('is silent until it may be heard, then tried at 0, 200, 500 and 1,000 ms', () => {
    let played = 0;
    const { sound, element, due } = page(CHROME, async () => void played++);
    sound.remote(track);
    expect([element.muted, element.volume]).toEqual([true, 0.5]);
    sound.set({ remote: 'heard', own: 'heard' });
    expect([element.muted, due.map(({ ms }) => ms)]).toEqual([false, [0, 200, 500, 1_000]]);
    const before = played;
    due.forEach(({ run }) => run());
    expect(played - before).toBe(4);
    sound.set({ remote: 'silent', own: 'heard' });
    expect([element.muted, due]).toEqual([true, []]);
  });

  test('is heard through a gain in Safari on an iPhone, whose element stays mute', () => {
    const { sound, element, gains } = page(SAFARI_PHONE);
    sound.remote(track);
    sound.set({ remote: 'heard', own: 'heard' });
    expect([element.muted, gains.at(-1)?.gain.value]).toEqual([true, 0.3]);
    sound.output('speaker');
    expect(gains.at(-1)?.gain.value).toBe(1);
  });

  test('keeps the device awake no longer than itself, and the next one sounds without a press', () => {
    const { sound, contexts } = page(CHROME);
    sound.rest();
    expect(contexts).toEqual([]);
    sound.wake();
    sound.rest();
    expect(contexts).toEqual([['resumed', 'suspended']]);
    sound.remote(track);
    expect(contexts.map((log) => log.at(-1))).toEqual(['resumed']);
    sound.rest();
    sound.own(stream);
    expect(contexts.map((log) => log.at(-1))).toEqual(['resumed']);
  });

  test.each([
    ['NotAllowedError', ['blocked']],
    ['AbortError', []],
    ['NotSupportedError', ['problem']],
  ])('whose playing fails with %s tells %j', async (name, told) => {
    const made = page(CHROME, async () => {
      throw new DOMException('', name);
    });
    made.sound.remote(track);
    await Promise.resolve();
    expect(made.told).toEqual(told);
  });
});
