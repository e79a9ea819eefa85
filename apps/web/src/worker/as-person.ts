import { tokenAnswer } from '@yonder/contract/config';
import type { WorkerScope } from './scope.ts';

type Fetch = WorkerScope['fetch'];

/** The phone declines without any page being open. Once more does no harm: it is declined then. */
export async function decline(fetch: Fetch, callId: string): Promise<void> {
  await post(fetch, { path: '/api/v1/call/rejectDirectCall', body: { data: { callId } } });
}

/** The browser has changed where pushes go to. */
export async function register(fetch: Fetch, subscription: PushSubscription): Promise<void> {
  const token = JSON.stringify(subscription);
  await post(fetch, { path: '/api/v1/auth/fcm-token', body: { token, platform: 'web' } });
}

/** With a bearer of the session this browser holds; the worker keeps none. */
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
