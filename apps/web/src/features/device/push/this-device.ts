/* Pushes for this browser, on its own APIs. */
import { CallError } from '@yonder/client';
import { client } from '../../../lib/client.ts';
import { isInstalled, platform } from '../../../lib/browser.ts';
import { configQuery } from '../../../lib/config.ts';
import { keepItem, keptItem } from '../../../lib/kept-item.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { getToken } from '../../../lib/session-token.ts';
import { appStore } from '../../../state/store.ts';
import { readyWorker } from '../our-worker.ts';
import { createDevicePush } from './device-push.ts';

const OWNER = 'push-of';

export const devicePush = createDevicePush({
  support: () => {
    const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
    if (isAble) return 'supported';
    return platform() === 'iphone' && !isInstalled() ? 'needs-install' : 'unsupported';
  },
  permission: () => Notification.permission,
  ask: async () => Notification.requestPermission(),
  pusher: async () => (await readyWorker()).pushManager,
  key: async () => bytesOf((await queryClient.ensureQueryData(configQuery)).pushKey),
  you: () => appStore.getState().user?.id ?? null,
  owner: { get: () => keptItem(OWNER), set: (userId) => keepItem(OWNER, userId) },
  save: async (token) => client.call('updateFcmToken', { token, platform: 'web' }),
  drop,
  isRefusal: (error) => error instanceof CallError && error.reason === 'push-service-unknown',
});

async function drop(token: string): Promise<void> {
  const bearer = await getToken();
  if (bearer === null) return;
  const answer = await fetch('/api/v1/auth/fcm-token', {
    method: 'DELETE',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer.accessToken}` },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`The push token was not dropped (${answer.status})`);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
