import { CallError, errorOfReason } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { expect, test, vi } from 'vitest';
import { unsent, unsentInMemory } from '../samples.ts';
import type { UnsentMedia } from '../unsent.ts';
import { failureOf } from './failures.ts';
import { EMPTY_OUTBOX, type OutboxEvent, type OutboxStep, step } from './machine.ts';
import { createOutbox } from './outbox.ts';

const media: UnsentMedia = {
  type: 'image',
  folder: 'images',
  file: new Blob(['x']),
  waveform: null,
  attachment: { kind: 'image', width: 4, height: 3, placeholder: '' },
  path: null,
};
const PATH = 'images/00000000-0000-4000-8000-000000000001.webp';
const picture = unsent(1, { content: '', media });

/** Plays the machine alone: each thing it starts ends as told, each wait passes. */
function run(failing: () => OutboxEvent) {
  let now = 0;
  let last: OutboxStep = step(EMPTY_OUTBOX, { type: 'loaded', entries: [picture] }, { now, random: 0 });
  const pauses: number[] = [];
  for (let turns = 0; turns < 100; turns += 1) {
    const wake = last.effects.find((effect) => effect.do === 'wake');
    if (last.effects.some((effect) => effect.do === 'keep' && effect.entry.state === 'failed')) return { now, pauses };
    if (wake === undefined) {
      last = step(last.state, failing(), { now, random: 0 });
    } else {
      pauses.push(wake.at - now);
      now = wake.at;
      last = step(last.state, { type: 'time passed' }, { now, random: 0 });
    }
  }
  throw new Error('never given up');
}

test('an upload is tried after 1, 2, 4 … 30 s, until 600,000 ms are over', () => {
  const { now, pauses } = run(() => ({
    type: 'failed',
    clientMessageId: picture.clientMessageId,
    failure: { kind: 'passing' },
  }));
  expect(pauses.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(now).toBeGreaterThanOrEqual(FIXED.uploadTimeoutMs);
  expect(now).toBeLessThan(FIXED.uploadTimeoutMs + 30_000);
});

test('words after a picture wait until it is on the server', () => {
  const words = unsent(2);
  const moment = { now: 0, random: 0 };
  const begun = step(EMPTY_OUTBOX, { type: 'loaded', entries: [picture, words] }, moment);
  expect(begun.effects).toEqual([{ do: 'upload', entry: picture }]);
  const { clientMessageId } = picture;
  const uploaded = step(begun.state, { type: 'uploaded', clientMessageId, path: PATH }, moment);
  const ready = { ...picture, media: { ...media, path: PATH } };
  expect(uploaded.effects).toEqual([
    { do: 'keep', entry: ready },
    { do: 'send', entry: ready, attempts: 0 },
  ]);
  const stored = step(uploaded.state, { type: 'stored', clientMessageId }, moment);
  expect(stored.effects).toEqual([{ do: 'send', entry: words, attempts: 0 }]);
});

test('no room on the server is a refusal that says why; being too fast is not', () => {
  expect(failureOf(errorOfReason('quota-exceeded'))).toEqual({ kind: 'refused', reason: 'quota-exceeded' });
  expect(failureOf(errorOfReason('said-too-often'))).toEqual({ kind: 'refused', reason: 'said-too-often' });
  expect(failureOf(errorOfReason('unreadable-file'))).toEqual({ kind: 'refused', reason: 'unreadable-file' });
  expect(failureOf(errorOfReason('image-too-large'))).toEqual({ kind: 'refused', reason: 'image-too-large' });
  expect(failureOf(errorOfReason('store-unreachable'))).toEqual({ kind: 'passing' });
  const fast = new CallError({ code: 'resource-exhausted', text: '', reason: 'too-many-requests', retryAfter: 2 });
  expect(failureOf(fast)).toEqual({ kind: 'too-fast', ms: 2_000 });
  const busy = new CallError({ code: 'unavailable', text: '', reason: 'busy', retryAfter: 4 });
  expect(failureOf(busy)).toEqual({ kind: 'too-fast', ms: 4_000 });
  const moment = { now: 0, random: 0 };
  const begun = step(EMPTY_OUTBOX, { type: 'loaded', entries: [picture] }, moment);
  const failure = failureOf(errorOfReason('quota-exceeded'));
  const over = step(begun.state, { type: 'failed', clientMessageId: picture.clientMessageId, failure }, moment);
  expect(over.effects).toEqual([{ do: 'keep', entry: { ...picture, state: 'failed', reason: 'quota-exceeded' } }]);
});

function outboxOf(upload: (signal: AbortSignal) => Promise<string>) {
  const store = unsentInMemory();
  const send = vi.fn(async () => ({ id: 'm.1', seedOrder: 1, createdAt: 0 }));
  const outbox = createOutbox({
    store,
    notes: { post: () => {}, listen: () => () => {} },
    lead: (drain) => drain(),
    send,
    upload: (_, signal) => upload(signal),
    failureOf,
    onWake: () => () => {},
    now: () => 0,
    after: () => () => {},
    random: () => 0,
    tell: () => {},
  });
  return { store, send, outbox };
}

test('a discarded picture is not uploaded to its end, and the next message goes on', async () => {
  let signal: AbortSignal | undefined;
  const { outbox, send, store } = outboxOf((over) => {
    signal = over;
    return new Promise((_, reject) => over.addEventListener('abort', () => reject(new Error('given up'))));
  });
  outbox.start();
  await outbox.add(picture);
  await outbox.add(unsent(2));
  await vi.waitFor(() => expect(signal).toBeDefined());
  expect(send).not.toHaveBeenCalled();
  await outbox.discard(picture);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(signal?.aborted).toBe(true);
  await vi.waitFor(async () => expect(await store.all()).toEqual([]));
});

test('the tab that stops sending gives its upload up, and keeps the picture for the next one', async () => {
  let signal: AbortSignal | undefined;
  const { outbox, store } = outboxOf((over) => {
    signal = over;
    return new Promise(() => {});
  });
  const stop = outbox.start();
  await outbox.add(picture);
  await vi.waitFor(() => expect(signal).toBeDefined());
  stop();
  expect(signal?.aborted).toBe(true);
  expect(await store.all()).toEqual([picture]);
});

test('what failed is uploaded anew when it is tried again: its file may be gone by now', async () => {
  const uploads = vi.fn(async () => PATH);
  const { outbox, send } = outboxOf(uploads);
  outbox.start();
  await outbox.retry({ ...picture, media: { ...media, path: PATH }, state: 'failed', reason: 'media-not-found' });
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(uploads).toHaveBeenCalledOnce();
});
