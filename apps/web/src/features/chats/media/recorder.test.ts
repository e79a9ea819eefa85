import { expect, test, vi } from 'vitest';
import type { MicrophoneProblem } from '../../../lib/microphone-problem.ts';
import { type Capture, LEVEL_MS, Recorder } from './recorder.ts';

function recording({ decodes = true } = {}) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const told: string[] = [];
  const hush = vi.fn<() => void>();
  const opening = Promise.withResolvers<Capture | MicrophoneProblem>();
  const taken = Promise.withResolvers<void>();
  const capture: Capture = {
    level: () => 0.5,
    taken: taken.promise,
    finish: async () => {
      told.push('finished');
      return new Blob(['voice']);
    },
    drop: () => told.push('dropped'),
  };
  const recorder = new Recorder({
    open: () => opening.promise,
    decode: async () => {
      if (!decodes) throw new Error('unknown format');
      return { samples: new Float32Array(6_400).fill(0.1), seconds: now / 1_000 };
    },
    onProblem: (problem) => told.push(problem),
    hush,
    monotonic: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => (timers = timers.filter((one) => one !== timer));
    },
    randomId: () => 'voice-1',
    isSignedIn: () => true,
  });
  return {
    recorder,
    told,
    hush,
    opening,
    capture,
    taken,
    async open() {
      opening.resolve(capture);
      await recorder.start();
    },
    pass(ms: number): void {
      const until = now + ms;
      for (;;) {
        const next = timers.find(({ at }) => at <= until);
        if (next === undefined) break;
        timers = timers.filter((one) => one !== next);
        now = next.at;
        next.run();
      }
      now = until;
    },
  };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('what was recorded has its seconds and 64 bars', async () => {
  const { recorder, open, pass } = recording();
  await open();
  pass(3_400);
  expect(recorder.get()).toMatchObject({ at: 'recording', since: 0 });
  await recorder.finish('asked');
  const ready = recorder.get();
  expect(ready).toMatchObject({ at: 'ready', end: 'asked', voice: { id: 'voice-1', seconds: 3 } });
  expect(ready.at === 'ready' && ready.voice.waveform).toHaveLength(64);
});

test('it ends by itself at 120,000 ms and waits to be sent', async () => {
  const { recorder, open, pass } = recording();
  await open();
  pass(119_999);
  expect(recorder.get().at).toBe('recording');
  pass(LEVEL_MS + 1);
  await settled();
  expect(recorder.get()).toMatchObject({ at: 'ready', end: 'two minutes', voice: { seconds: 120 } });
});

test('what the browser cannot decode is drawn from what was heard meanwhile', async () => {
  const { recorder, open, pass } = recording({ decodes: false });
  await open();
  pass(2_000);
  await recorder.finish('asked');
  const ready = recorder.get();
  expect(ready.at === 'ready' && ready.voice).toMatchObject({ seconds: 2 });
  expect(ready.at === 'ready' && ready.voice.waveform.every((bar) => bar === 100)).toBe(true);
});

test('a microphone that is taken away ends it, and what was said until then waits to be sent', async () => {
  const { recorder, open, pass, taken } = recording();
  await open();
  pass(2_000);
  taken.resolve();
  await settled();
  expect(recorder.get()).toMatchObject({ at: 'ready', end: 'microphone', voice: { seconds: 2 } });
});

test('what is discarded ends the microphone, and nothing comes of it', async () => {
  const { recorder, open, told } = recording();
  await open();
  recorder.discard();
  expect(recorder.get()).toEqual({ at: 'off' });
  await recorder.finish('asked');
  expect(told).toEqual(['dropped']);
});

test('a microphone that opens after it was discarded is closed again', async () => {
  const { recorder, opening, capture, told } = recording();
  const started = recorder.start();
  expect(recorder.get()).toEqual({ at: 'asking' });
  recorder.discard();
  opening.resolve(capture);
  await started;
  expect(told).toEqual(['dropped']);
  expect(recorder.get()).toEqual({ at: 'off' });
});

test('a refused microphone says so', async () => {
  const { recorder, opening, told } = recording();
  opening.resolve('denied');
  await recorder.start();
  expect(told).toEqual(['denied']);
  expect(recorder.get()).toEqual({ at: 'off' });
});

test('discarded while it is being decoded, it stays away', async () => {
  const { recorder, open, pass } = recording();
  await open();
  pass(1_000);
  const finished = recorder.finish('asked');
  expect(recorder.get().at).toBe('finishing');
  recorder.discard();
  await finished;
  expect(recorder.get()).toEqual({ at: 'off' });
});

test('what plays is hushed when a recording begins, and when it is thrown away while one listens to it', async () => {
  const { recorder, hush, open, pass } = recording();
  await open();
  expect(hush).toHaveBeenCalledTimes(1);
  pass(1_000);
  await recorder.finish('asked');
  expect(hush).toHaveBeenCalledTimes(1);
  recorder.discard();
  expect(hush).toHaveBeenCalledTimes(2);
  recorder.discard();
  expect(hush).toHaveBeenCalledTimes(2);
});

test('what is sent goes out once it is decoded, also when one has left meanwhile', async () => {
  const { recorder, open, pass } = recording();
  await open();
  pass(3_000);
  const sent = recorder.send();
  expect(recorder.get()).toMatchObject({ at: 'finishing', next: 'sent' });
  recorder.leave();
  expect(await sent).toMatchObject({ id: 'voice-1', seconds: 3 });
  expect(recorder.get()).toEqual({ at: 'off' });
});

test('what was sent and is thrown away before it is decoded stays away', async () => {
  const { recorder, open } = recording();
  await open();
  const sent = recorder.send();
  recorder.discard();
  expect(await sent).toBeNull();
});

test('whoever leaves while it waits to be heard and sent throws it away', async () => {
  const { recorder, open } = recording();
  await open();
  const finished = recorder.finish('asked');
  recorder.leave();
  await finished;
  expect(recorder.get()).toEqual({ at: 'off' });
});
