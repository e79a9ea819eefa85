import { CallError, errorOfReason, errorOfWire, type GetToken, networkError } from '@yonder/client';
import { FIXED, uploadAnswer, wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import { after, type Stop } from '../../../lib/clock.ts';
import type { Unsent } from '../unsent.ts';

export interface UploadOptions {
  getToken: GetToken;
  signal: AbortSignal;
  /** The share that has left this device, 0 to 1. */
  onProgress: (share: number) => void;
}

/** A network that has swallowed the question says nothing of it: it is asked again. */
const TOKEN_MS = 8_000;
/** A network that takes nothing for so long takes nothing at all. */
const STALLED_MS = 30_000;

const refused = z.object({ error: wireError });

/** Stores a message's media under the person's name; answers the path the message takes it by. */
export async function uploadMedia({ media }: Unsent, options: UploadOptions): Promise<string> {
  const token = await tokenInTime(options);
  if (media === null || token === null) throw errorOfReason('not-authenticated');
  const { file, folder } = media;
  await expectReadable(file);
  options.signal.throwIfAborted();
  const { status, text } = await post({ folder, file, token: token.accessToken }, options);
  const body = parsed(text);
  const answer = uploadAnswer.safeParse(body);
  if (status === 200 && answer.success) return answer.data.path;
  throw errorOfWire(refused.safeParse(body).data?.error);
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

/** What a browser has lost from its storage looks like a network error when it is sent. */
async function expectReadable(file: Blob): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw errorOfReason('unreadable-file', cause);
  }
}

interface Post {
  folder: string;
  file: Blob;
  token: string;
}

/** Of all ways to send a body this one tells how far it has come. */
function post({ folder, file, token }: Post, { signal, onProgress }: UploadOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = new XMLHttpRequest();
  let stopWaiting: Stop = () => {};
  const waitOn = (): void => {
    stopWaiting();
    stopWaiting = after(STALLED_MS, () => request.abort());
  };
  const giveUp = (): void => request.abort();

  request.open('POST', `/api/v1/media/${folder}`);
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
  request.timeout = FIXED.uploadTimeoutMs;
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    waitOn();
    onProgress(total === 0 ? 0 : loaded / total);
  });
  request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
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
