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

/** Connects the app and this device while a member is signed in. ringing: id of the incoming call. */
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

/** In a build only: in development a worker would serve stale files. */
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
        // A page that was opened for the press is there already; a second entry would break Back.
        if (to !== window.location.pathname + window.location.search) go(to);
      }),
    [go],
  );
  useEffect(() => pushedHere.listen((pushed) => banner(pushed, go)), [go]);
}

/** Shows a push as a toast while the app is visible but its live connection is down. */
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

/** Closes device notifications for what the app shows already, and for calls that are over. */
function useSeenNotices(ringing: string | null): void {
  const { pathname } = useLocation();
  const [closeSeen] = useState(() => createSeenNotices(closeNotices));
  useEffect(() => {
    closeSeen({ pathname, ringing }).catch(() => {
      // The notification stays until it is pressed.
    });
  }, [pathname, ringing, closeSeen]);
}
