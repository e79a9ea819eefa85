import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadPhoto } from './upload.ts';

const TOKEN = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
const PATH = 'photos/0198c0de-0000-7000-8000-0000000000f1.webp';
const STORED = { path: PATH, url: `/media/${PATH}` };
const PHOTO = new Blob(['photo'], { type: 'image/jpeg' });

let answer: PromiseWithResolvers<Response>;
let isSent: boolean;

beforeEach(() => {
  answer = Promise.withResolvers();
  isSent = false;
  vi.stubGlobal('document', { cookie: 'signed-in=mark' });
  vi.stubGlobal('fetch', async (path: string, { signal }: RequestInit) => {
    if (path !== '/api/v1/media/photos') return Response.json(TOKEN);
    isSent = true;
    const { promise: over, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return Promise.race([answer.promise, over]);
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a stored photo is theirs to show', async () => {
  answer.resolve(Response.json(STORED));
  expect(await uploadPhoto(PHOTO, new AbortController().signal)).toEqual({ ref: STORED.path, src: STORED.url });
});

test('a photo that is cancelled while it is sent is none, whatever the server answers later', async () => {
  const over = new AbortController();
  const sending = expect(uploadPhoto(PHOTO, over.signal)).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(isSent).toBe(true), { interval: 1 });
  over.abort();
  answer.resolve(Response.json(STORED));
  await sending;
});
