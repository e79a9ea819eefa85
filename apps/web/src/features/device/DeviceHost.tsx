import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { FIXED } from '@yonder/contract';
import { useStore } from 'zustand';
import { openPress, pushedHere } from '../../lib/from-worker.ts';
import { safeReturnTo } from '../../lib/safe-return-to.ts';
import { useGo } from '../../lib/use-go.ts';
import { answerPress } from '../../state/calling.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import type { ToPage } from '../../lib/worker-messages.ts';
import { buildStore, closeNotices, followWorker } from './our-worker.ts';
import { createSeenNotices } from './notices.ts';
import { PushOffer } from './push/PushOffer.tsx';
import { devicePush } from './push/this-device.ts';
import { UpdateOffer } from './UpdateOffer.tsx';

/** What the app and this device have to do with each other while somebody is in. ringing: the call that comes in. */
export function DeviceHost({ you, ringing }: { you: string; ringing: string | null }) {
  const isCurrent = useStore(buildStore, ({ build }) => build === 'current');
  useWorker();
  usePresses();
  useSeenNotices(ringing);
  useEffect(() => {
    devicePush.resume().catch((error: unknown) => console.warn('Pushes could not be resumed', error));
  }, []);
  return (
    <>
      <UpdateOffer />
      <PushOffer you={you} place={isCurrent ? 'free' : 'taken'} />
    </>
  );
}

/** In a build only: while developing, a worker would show yesterday's files. */
function useWorker(): void {
  useEffect(() => (import.meta.env.PROD && 'serviceWorker' in navigator ? followWorker() : undefined), []);
}

function usePresses(): void {
  const go = useGo();
  useEffect(
    () =>
      openPress.listen(({ path, answer }) => {
        if (answer !== null) answerPress.press(answer);
        const to = safeReturnTo(path);
        // A page that was opened for it is there already: Back leads out of it at once.
        if (to !== window.location.pathname + window.location.search) go(to);
      }),
    [go],
  );
  useEffect(() => pushedHere.listen((pushed) => banner(pushed, go)), [go]);
}

/** A push while the app is in sight, because the live connection is not there just now. */
function banner(pushed: Extract<ToPage, { type: 'pushed' }>, go: (path: string) => void): void {
  const path = safeReturnTo(pushed.path);
  if (window.location.pathname === path) return;
  showToast({
    id: pushed.tag,
    title: pushed.title,
    message: pushed.body,
    avatar: pushed.avatar,
    notificationType: 'message',
    duration: FIXED.bannerMs,
    onClick: () => go(path),
  });
}

/** What is on the screen of the app need not stand on that of the device, and a call that is over calls nobody. */
function useSeenNotices(ringing: string | null): void {
  const { pathname } = useLocation();
  const [closeSeen] = useState(() => createSeenNotices(closeNotices));
  useEffect(() => {
    closeSeen({ pathname, ringing }).catch(() => {
      // It stays until it is pressed.
    });
  }, [pathname, ringing, closeSeen]);
}
