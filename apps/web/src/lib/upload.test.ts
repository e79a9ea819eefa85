import type { CallError, GetToken } from '@yonder/client';
import type { UploadFolder } from '@yonder/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadFile } from './upload.ts';

/** The members of XMLHttpRequest that an upload uses. */
class Request extends EventTarget {
  static made: Request[] = [];
  upload = new EventTarget();
  headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  retryAfter: string | null = null;
  open = (): void => {};
  setRequestHeader = (name: string, value: string): unknown => (this.headers[name] = value);
  getResponseHeader = (): string | null => this.retryAfter;
  abort = (): void => void this.dispatchEvent(new Event('abort'));
  send = (): unknown => Request.made.push(this);

  answer(status: number, text: string, retryAfter: string | null = null): void {
    Object.assign(this, { status, responseText: text, retryAfter });
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Request);
  Request.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const PATH = 'images/00000000-0000-4000-8000-000000000001.webp';
const token = { accessToken: 'bearer', expiresIn: 900, userId: '0198c0de-0000-7000-8000-000000000000' };
const PROXY_PAGE = '<html><head><title>Request Entity Too Large</title></head></html>';

function begin(getToken: GetToken = async () => token, folder: UploadFolder = 'images') {
  const over = new AbortController();
  const ended = vi.fn();
  const upload = { folder, file: new Blob(['x']), requestId: 'the-same-every-time' };
  uploadFile(upload, { getToken, signal: over.signal, onProgress: () => {} }).then(ended, ended);
  return { over, ended };
}

async function sent(folder: UploadFolder = 'images') {
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(1));
  const begun = begin(undefined, folder);
  await vi.advanceTimersByTimeAsync(0);
  return { ...begun, request: Request.made[0]! };
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
  expect(Request.made).toEqual([]);
});

test.each([
  ['what is called back while its file is looked at is not sent', true, 0],
  ['what nobody calls back is sent', false, 1],
])('%s', async (_, isCalledBack, times) => {
  const { over } = begin();
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async () => {
    if (isCalledBack) over.abort();
    return new ArrayBuffer(1);
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(Request.made).toHaveLength(times);
});

test('what is called back while it is on its way is none, whatever the server answers later', async () => {
  const { over, ended, request } = await sent();
  over.abort();
  request.answer(200, JSON.stringify({ path: PATH }));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: 'cancelled' }));
});

test('a body that nobody takes for 30,000 ms is given up as by a network that is not there', async () => {
  const { ended } = await sent();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'unavailable', reason: 'network' }));
});

test('a body that was taken whole is waited for: the store may take 599,999 ms', async () => {
  const { ended, request } = await sent();
  request.upload.dispatchEvent(new ProgressEvent({ loaded: 1, total: 1 }));
  request.upload.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(599_999);
  expect(ended).not.toHaveBeenCalled();
  request.answer(200, JSON.stringify({ path: PATH }));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith({ path: PATH });
});

test('each attempt names the same request', async () => {
  expect((await sent()).request.headers).toMatchObject({ 'Idempotency-Key': 'the-same-every-time' });
});

const judged: readonly [status: number, text: string, CallErrorShape][] = [
  [413, PROXY_PAGE, { code: 'invalid-argument', reason: 'image-too-large' }],
  [
    413,
    JSON.stringify({ error: { status: 'INVALID_ARGUMENT', message: '', details: { reason: 'body-too-large' } } }),
    { code: 'invalid-argument', reason: 'image-too-large' },
  ],
  [403, PROXY_PAGE, { code: 'invalid-argument', reason: 'unreadable-file' }],
  [415, '', { code: 'invalid-argument', reason: 'unreadable-file' }],
  [404, PROXY_PAGE, { code: 'unavailable', reason: 'network' }],
  [502, PROXY_PAGE, { code: 'unavailable', reason: 'network', retryAfter: undefined }],
  [504, '{"message":"upstream"}', { code: 'unavailable', reason: 'network' }],
  [200, '<html>Please log in to this network</html>', { code: 'unavailable', reason: 'network' }],
];
type CallErrorShape = Partial<Pick<CallError, 'code' | 'reason' | 'retryAfter'>>;

test.each(judged)('an answer that is not ours is judged by its status %i', async (status, text, error) => {
  const { ended, request } = await sent();
  request.answer(status, text);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining(error));
});

test('a voice that is too large for a proxy is not called a picture', async () => {
  const { ended, request } = await sent('voice');
  request.answer(413, PROXY_PAGE);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'body-too-large' }));
});

test.each([
  [503, '7', 7],
  [503, '3600', 60],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [429, '9', 9],
])('of a proxy that answers %i and Retry-After %s', async (status, header, retryAfter) => {
  const { ended, request } = await sent();
  request.answer(status, PROXY_PAGE, header);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended.mock.calls).toEqual([[expect.objectContaining({ retryAfter })]]);
});

test('a refusal of ours says why', async () => {
  const { ended, request } = await sent();
  const error = { status: 'RESOURCE_EXHAUSTED', message: '', details: { reason: 'quota-exceeded' } };
  request.answer(402, JSON.stringify({ error }));
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'quota-exceeded' }));
});

/** An upload's event; Node has none. */
class ProgressEvent extends Event {
  readonly loaded: number;
  readonly total: number;

  constructor({ loaded, total }: { loaded: number; total: number }) {
    super('progress');
    [this.loaded, this.total] = [loaded, total];
  }
}
