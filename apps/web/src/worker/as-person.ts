import { tokenAnswer } from '@yonder/contract/config';
import type { WorkerScope } from './scope.ts';

type Fetch = WorkerScope['fetch'];

/** Declines a call without an open page. Repeating it is harmless. */
export async function decline(fetch: Fetch, callId: string): Promise<void> {
  await post(fetch, { path: '/api/v1/call/rejectDirectCall', body: { data: { callId } } });
}

/** Registers the new subscription after the browser has changed it. */
export async function register(fetch: Fetch, subscription: PushSubscription): Promise<void> {
  const token = JSON.stringify(subscription);
  await post(fetch, { path: '/api/v1/auth/fcm-token', body: { token, platform: 'web' } });
}

/** Posts with an access token for the browser's session; the worker stores none. */
async function post(fetch: Fetch, { path, body }: { path: string; body: unknown }): Promise<void> {
  const minted = await fetch('/api/v1/auth/token', { method: 'POST' });
  if (!minted.ok) throw new Error(`The session was answered with ${minted.status}`);
  const { accessToken } = tokenAnswer.parse(await minted.json());
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
}
