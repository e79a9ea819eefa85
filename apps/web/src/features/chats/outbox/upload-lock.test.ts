import { expect, test, vi } from 'vitest';
import { createUploadLock } from './upload-lock.ts';

let tests = 0;

const soon = { timeout: 4_000, interval: 1 };

/** The locks and the channel are Node's own; pauses end on demand. */
function twoTabs() {
  const name = `upload ${(tests += 1)}`;
  const pauses: { ms: number; end: () => void }[] = [];
  const after = (ms: number, end: () => void) => {
    pauses.push({ ms, end });
    return () => {};
  };
  /** Ends a pause and returns its length. */
  async function endPause(): Promise<number> {
    const { ms, end } = await vi.waitUntil(() => pauses.shift(), soon);
    end();
    return ms;
  }
  return { name, uploading: createUploadLock(name, after), waiting: createUploadLock(name, after), endPause };
}

/** Counts the answers of an uploading tab. */
function answersIn(name: string) {
  const channel = new BroadcastChannel(name);
  let unseen = 0;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'yes') unseen += 1;
  });
  return {
    async next(): Promise<void> {
      await vi.waitUntil(() => unseen > 0, soon);
      unseen -= 1;
    },
    close: () => channel.close(),
  };
}

const never = () => new AbortController().signal;
const always = () => true;

test('an upload that goes on for 100,000 ms is waited for to its end', async () => {
  const { name, uploading, waiting, endPause } = twoTabs();
  const answers = answersIn(name);
  const upload = Promise.withResolvers<string>();
  const path = uploading.hold(() => upload.promise, never());
  await vi.waitUntil(waiting.isHeld);
  const wait = waiting.released(always);
  for (let ms = 0; ms < 100_000; ms += await endPause()) await answers.next();
  await answers.next();
  upload.resolve('path');
  expect(await path).toBe('path');
  await endPause();
  await wait;
  answers.close();
});

test('a tab that holds the lock and gives no sign of life is waited for 20,000 ms', async () => {
  const { name, waiting, endPause } = twoTabs();
  const frozen = Promise.withResolvers<void>();
  const held = navigator.locks.request(name, { mode: 'shared' }, () => frozen.promise);
  await vi.waitUntil(waiting.isHeld);
  const wait = waiting.released(always);
  for (let ms = 0; ms < 20_000; ms += await endPause());
  await wait;
  frozen.resolve();
  await held;
});

test('uploads of other rooms begin at once, however many tabs wait', async () => {
  const { uploading, waiting } = twoTabs();
  const first = Promise.withResolvers<void>();
  const end = new AbortController();
  const begun = uploading.hold(() => first.promise, never());
  await vi.waitUntil(waiting.isHeld);
  void waiting.released(() => !end.signal.aborted);
  await waiting.isHeld();
  expect(await uploading.hold(async () => 'second', never())).toBe('second');
  end.abort();
  first.resolve();
  await begun;
});

test('what is discarded while it waits for the lock is not uploaded', async () => {
  const { name, uploading } = twoTabs();
  const older = Promise.withResolvers<void>();
  const page = navigator.locks.request(name, () => older.promise);
  const end = new AbortController();
  const upload = vi.fn(async () => '');
  const held = uploading.hold(upload, end.signal);
  end.abort();
  await expect(held).rejects.toMatchObject({ name: 'AbortError' });
  older.resolve();
  await page;
  expect(upload).not.toHaveBeenCalled();
});
