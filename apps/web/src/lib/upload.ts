import { CallError, errorOfReason, errorOfWire, type GetToken, networkError } from '@yonder/client';
import { FIXED, type UploadAnswer, type UploadFolder, uploadAnswer, wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import { after, type Stop } from './clock.ts';

export interface FileUpload {
  folder: UploadFolder;
  file: Blob;
  /** Equal on every retry, so that the server stores the file once. */
  requestId: string;
}

export interface UploadOptions {
  getToken: GetToken;
  signal: AbortSignal;
  /** The share that has left this device, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A broken network may never answer the token request. */
const TOKEN_MS = 8_000;
/** A network that takes nothing for so long has failed. The answer to a complete upload is awaited without limit. */
const STALLED_MS = 30_000;
/** Caps a proxy's Retry-After. */
const PATIENCE_SECONDS_AT_MOST = 60;
/** From a proxy these mean that the server was not reached, and may be the next time. */
const PASSING: ReadonlySet<number> = new Set([401, 404, 407, 408, 421, 425]);

const refused = z.object({ error: wireError });

/** Stores a file for the signed-in user. Rejects with CallError. */
export async function uploadFile(upload: FileUpload, options: UploadOptions): Promise<UploadAnswer> {
  const token = await tokenInTime(options);
  if (token === null) throw errorOfReason('not-authenticated');
  await expectReadable(upload.file);
  options.signal.throwIfAborted();
  const response = await post({ ...upload, token: token.accessToken }, options);
  const body = parsed(response.text);
  const answer = uploadAnswer.safeParse(body);
  if (response.status === 200 && answer.success) return answer.data;
  // Before the body, since the server's text for 413 is the general one for requests.
  if (response.status === 413) throw errorOfReason(upload.folder === 'voice' ? 'body-too-large' : 'image-too-large');
  const refusal = refused.safeParse(body);
  throw refusal.success ? errorOfWire(refusal.data.error) : errorOfStatus(response);
}

/** For answers of a proxy, which do not carry our reasons. */
function errorOfStatus({ status, retryAfter }: Response): CallError {
  if (status === 429) {
    const text = 'Something between here and the server asks for patience.';
    return new CallError({ code: 'resource-exhausted', text, reason: 'too-many-requests', retryAfter });
  }
  if (status >= 400 && status < 500 && !PASSING.has(status)) return errorOfReason('unreadable-file');
  return new CallError({ code: 'unavailable', text: 'The server was not reached.', reason: 'network', retryAfter });
}

async function tokenInTime({ getToken, signal }: UploadOptions): ReturnType<GetToken> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(cancelled());
  const stopWaiting = after(TOKEN_MS, () => reject(networkError()));
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([givenUp, getToken()]);
  } finally {
    stopWaiting();
    signal.removeEventListener('abort', giveUp);
  }
}

/** Reads a byte first: sending a file that the browser has lost would look like a network error. */
async function expectReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw errorOfReason('unreadable-file', cause);
  }
}

interface Post extends FileUpload {
  token: string;
}

interface Response {
  status: number;
  text: string;
  /** Whole seconds. */
  retryAfter: number | undefined;
}

/** XMLHttpRequest, because only that reports upload progress. */
function post({ folder, file, requestId, token }: Post, { signal, onProgress }: UploadOptions): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  let stopWaiting: Stop = () => {};
  const waitOn = (): void => {
    stopWaiting();
    stopWaiting = after(STALLED_MS, () => {
      reject(networkError());
      request.abort();
    });
  };
  const giveUp = (): void => request.abort();

  request.open('POST', `/api/v1/media/${folder}`);
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
  request.setRequestHeader('Idempotency-Key', requestId);
  request.timeout = FIXED.uploadTimeoutMs;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    waitOn();
    onProgress(total === 0 ? 0 : loaded / total);
  });
  // From here on the time is the server's.
  request.upload.addEventListener('load', () => stopWaiting());
  request.addEventListener('load', () => {
    const { status, responseText: text } = request;
    resolve({ status, text, retryAfter: secondsOf(request.getResponseHeader('Retry-After')) });
  });
  for (const end of ['error', 'timeout'] as const) request.addEventListener(end, () => reject(networkError()));
  request.addEventListener('abort', () => reject(cancelled()));
  request.addEventListener('loadend', () => {
    stopWaiting();
    signal.removeEventListener('abort', giveUp);
  });
  signal.addEventListener('abort', giveUp);
  waitOn();
  request.send(file);
  return promise;
}

/** Ignores a date, the header's other form. */
function secondsOf(retryAfter: string | null): number | undefined {
  return /^\d+$/.test(retryAfter ?? '') ? Math.min(Number(retryAfter), PATIENCE_SECONDS_AT_MOST) : undefined;
}

function cancelled(): CallError {
  return new CallError({ code: 'cancelled', text: 'The upload was given up.', reason: 'cancelled' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
