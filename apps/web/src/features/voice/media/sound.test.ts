import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageAudio } from '../../../lib/page-audio.ts';
import { FakeAudioContext } from '../../../lib/testing/audio-context.ts';
import { Sound, volumeOf } from './sound.ts';

test('earpiece 0.5, where an element has no volume of its own 0.3, speaker 1', () => {
  expect(volumeOf('earpiece', 'settable')).toBe(0.5);
  expect(volumeOf('earpiece', 'fixed')).toBe(0.3);
  expect(volumeOf('speaker', 'settable')).toBe(1);
  expect(volumeOf('speaker', 'fixed')).toBe(1);
});

/** An audio element by its published shape. fixed: like iOS, where the volume returns to 1 a moment after it was set. */
class Element extends EventTarget {
  muted = false;
  paused = true;
  srcObject: unknown = null;
  volume = 1;
  /** The error of play(). */
  refuses: string | null = null;
  played = 0;
  setAttribute(): void {}
  remove(): void {}
  async play(): Promise<void> {
    this.played += 1;
    if (this.refuses !== null) throw new DOMException('', this.refuses);
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  }
  /** Paused by the system. */
  stop(): void {
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

/** A page that makes sound: one audio element, and timers that run on demand. */
function page({
  volume = 'settable',
  refuses = null,
}: { volume?: 'settable' | 'fixed'; refuses?: string | null } = {}) {
  const element = Object.assign(new Element(), { refuses });
  const elements: Element[] = [];
  const createElement = () => {
    elements.push(elements.length === 0 ? element : new Element());
    return elements.at(-1);
  };
  vi.stubGlobal('document', { body: { append: () => {} }, createElement });
  vi.stubGlobal('MediaStream', function made() {});
  const due: { ms: number; run: () => void }[] = [];
  const told: string[] = [];
  const audio = new PageAudio();
  let sent = 0;
  const sound = new Sound({
    audio,
    after(ms, run) {
      const timer = { ms, run };
      due.push(timer);
      return () => due.splice(due.indexOf(timer), 1);
    },
    onBlocked: (blocked) => told.push(blocked ? 'blocked' : 'plays'),
    onPlaybackProblem: () => told.push('problem'),
    onSentTrack: () => (sent += 1),
  });
  /** Ends the next timers; on iOS the volume is its own again. */
  function pass(): void {
    if (volume === 'fixed') for (const one of elements) one.volume = 1;
    for (const { run } of due.splice(0)) run();
  }
  const context = (): FakeAudioContext => FakeAudioContext.all.at(-1) ?? expect.unreachable();
  return {
    audio,
    sound,
    element,
    due,
    told,
    pass,
    context,
    sent: () => sent,
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const track = { enabled: true } as MediaStreamTrack;
const stream = { getAudioTracks: () => [track] } as unknown as MediaStream;
const HEARD = { remote: 'heard', own: 'heard' } as const;

beforeEach(() => {
  FakeAudioContext.all = [];
  FakeAudioContext.grants = 'resume';
  FakeAudioContext.listens = 'to streams';
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(() => vi.unstubAllGlobals());

describe('a call', () => {
  test('sends its own voice at 0.8, and nothing while muted', async () => {
    const { sound, context } = page();
    sound.own(stream);
    await settled();
    expect(context().gains.map(({ gain }) => gain.value)).toEqual([0.8]);
    expect(sound.sentTrack()).toBe(context().sent);
    expect([context().sent.enabled, track.enabled]).toEqual([false, false]);
    sound.set({ remote: 'silent', own: 'heard' });
    expect([context().sent.enabled, track.enabled]).toEqual([true, true]);
  });

  test('sends the plain voice while its context is interrupted, and the other track once', async () => {
    const { sound, context, sent } = page();
    sound.own(stream);
    await settled();
    const before = sent();
    FakeAudioContext.grants = 'nothing';
    context().become('interrupted');
    expect([sound.sentTrack(), sent() - before]).toEqual([track, 1]);
    context().become('suspended');
    expect([sound.sentTrack(), sent() - before]).toEqual([track, 1]);
  });

  test('is silent until it may be heard, then tried at 0, 200, 500 and 1,000 ms', async () => {
    const { sound, element, due, pass } = page();
    sound.remote(track);
    expect([element.muted, element.volume]).toEqual([true, 0.5]);
    await settled();
    pass();
    sound.set(HEARD);
    expect([element.muted, due.map(({ ms }) => ms)]).toEqual([false, [0, 200, 500, 1_000]]);
    element.paused = true;
    const before = element.played;
    element.refuses = 'NotAllowedError';
    pass();
    expect(element.played - before).toBe(4);
    sound.set({ remote: 'silent', own: 'heard' });
    expect([element.muted, due]).toEqual([true, []]);
  });

  test('is heard through a gain where an element has no volume, whatever the browser calls itself', async () => {
    const { sound, element, context, pass } = page({ volume: 'fixed' });
    sound.remote(track);
    sound.set(HEARD);
    await settled();
    pass();
    const gain = context().gains.at(-1);
    expect([element.muted, gain?.gain.value, gain?.next]).toEqual([true, 0.3, [context().destination]]);
    sound.output('speaker');
    expect(gain?.gain.value).toBe(1);
    sound.set({ remote: 'silent', own: 'heard' });
    expect([element.muted, gain?.gain.value]).toEqual([true, 0]);
  });

  test('that is loud at first is heard through a gain there, too, and softer as an earpiece', async () => {
    const { sound, element, context, pass } = page({ volume: 'fixed' });
    sound.output('speaker');
    sound.remote(track);
    sound.set(HEARD);
    await settled();
    pass();
    sound.output('earpiece');
    expect([element.muted, context().gains.at(-1)?.gain.value]).toEqual([true, 0.3]);
  });

  test('that changes between earpiece and loudspeaker at once is heard by its element where that has a volume', async () => {
    const { sound, element, pass } = page();
    sound.remote(track);
    sound.set(HEARD);
    sound.output('speaker');
    await settled();
    pass();
    expect([element.muted, element.volume]).toEqual([false, 1]);
  });

  test.each(['suspended', 'interrupted'] as const)(
    'is heard by its element there while the context is %s',
    async (state) => {
      const { sound, element, context, pass, told } = page({ volume: 'fixed' });
      sound.remote(track);
      sound.set(HEARD);
      await settled();
      pass();
      FakeAudioContext.grants = 'nothing';
      context().become(state);
      expect([element.muted, element.paused, told]).toEqual([false, false, []]);
      FakeAudioContext.grants = 'resume';
      context().become('running');
      expect(element.muted).toBe(true);
    },
  );

  test('that the system has silenced says so, is tried again after 1 s, and is heard from the next press on', async () => {
    const { sound, element, told, due, pass } = page();
    sound.remote(track);
    sound.set(HEARD);
    await settled();
    pass();
    element.refuses = 'NotAllowedError';
    element.stop();
    expect([told, due.map(({ ms }) => ms)]).toEqual([['blocked'], [1_000]]);
    pass();
    await settled();
    expect([told, due]).toEqual([['blocked'], []]);
    element.refuses = null;
    sound.wake();
    await settled();
    expect([told, element.paused]).toEqual([['blocked', 'plays'], false]);
  });

  test('that a gesture anywhere lets be heard is heard', async () => {
    const { sound, element, told, audio } = page({ refuses: 'NotAllowedError' });
    const touched = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal('document', Object.assign(touched, document));
    audio.listen();
    sound.remote(track);
    sound.set(HEARD);
    await settled();
    expect(told).toEqual(['blocked']);
    element.refuses = null;
    touched.dispatchEvent(new Event('touchend'));
    await settled();
    expect(told).toEqual(['blocked', 'plays']);
  });

  test('that nobody should hear is not missed', async () => {
    const { sound, told } = page({ refuses: 'NotAllowedError' });
    sound.remote(track);
    await settled();
    expect(told).toEqual([]);
    sound.set(HEARD);
    expect(told).toEqual(['blocked']);
    sound.remote(null);
    expect(told).toEqual(['blocked', 'plays']);
  });

  test.each([
    ['AbortError', []],
    ['NotSupportedError', ['problem', 'blocked']],
  ])('whose playing fails with %s tells %j', async (name, told) => {
    const made = page({ refuses: name });
    made.sound.set(HEARD);
    if (name === 'AbortError') made.element.paused = false;
    made.sound.remote(track);
    await settled();
    expect(made.told).toEqual(told);
  });

  test('keeps the device awake no longer than itself, and the next one sounds without a press', async () => {
    const { sound, context } = page();
    sound.rest();
    expect(FakeAudioContext.all).toEqual([]);
    sound.wake();
    await settled();
    sound.rest();
    await settled();
    expect(context().state).toBe('suspended');
    sound.remote(track);
    await settled();
    expect([context().state, FakeAudioContext.all.length]).toEqual(['running', 1]);
  });

  test.each([
    ['settable', 0.5],
    ['fixed', 0.3],
  ] as const)(
    'whose streams no context may listen to is heard and sent all the same, volume %s',
    async (volume, loudness) => {
      FakeAudioContext.listens = 'to nothing';
      const { sound, element, pass } = page({ volume });
      sound.own(stream);
      sound.remote(track);
      sound.set(HEARD);
      await settled();
      pass();
      expect([element.muted, element.paused, element.volume]).toEqual([false, false, loudness]);
      expect([sound.sentTrack(), sound.levels(), sound.isMeasured]).toEqual([track, { them: 0, me: 0 }, false]);
    },
  );
});

test('shows how loud its own voice is, and nothing while muted', () => {
  const { sound, context } = page();
  sound.own(stream);
  context().loudness = () => (track.enabled ? 0.5 : 0);
  sound.set({ remote: 'silent', own: 'heard' });
  expect([sound.levels(), sound.isMeasured]).toEqual([{ them: 0, me: 1 }, true]);
  sound.set({ remote: 'heard', own: 'silent' });
  expect(sound.levels()).toEqual({ them: 0, me: 0 });
});
