import type { GetToken } from '@yonder/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unsent } from '../samples.ts';
import { uploadMedia } from './upload.ts';

const sent = vi.fn();

class Request extends EventTarget {
  upload = new EventTarget();
  open = (): void => {};
  setRequestHeader = (): void => {};
  abort = (): void => {};
  send = sent;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sent.mockReset();
});

const picture = unsent(1, {
  media: {
    type: 'one_time_image',
    folder: 'images',
    file: new Blob(['x']),
    waveform: null,
    attachment: { kind: 'one_time_image', state: 'sealed' },
    path: null,
  },
});
const token = { accessToken: 'bearer', expiresIn: 900, userId: picture.senderId };

function begin(getToken: GetToken) {
  const over = new AbortController();
  const ended = vi.fn();
  uploadMedia(picture, { getToken, signal: over.signal, onProgress: () => {} }).then(ended, ended);
  return { over, ended };
}

test('a bearer that is not there after 8,000 ms is not waited for any more', async () => {
  const { ended } = begin(() => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(7_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'network' }));
});

test('what is called back before its bearer is there is given up at once, and never sent', async () => {
  const answer = Promise.withResolvers<typeof token>();
  const { over, ended } = begin(() => answer.promise);
  over.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'cancelled' }));
  answer.resolve(token);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  ['what is called back while its file is looked at is not sent', true, 0],
  ['what nobody calls back is sent', false, 1],
])('%s', async (_, isCalledBack, times) => {
  const { over } = begin(async () => token);
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async () => {
    if (isCalledBack) over.abort();
    return new ArrayBuffer(1);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveBeenCalledTimes(times);
});
