import type { Stop } from '../../lib/clock.ts';
import { type NoticeData, noticeData, type NoticeOptions } from '../../lib/worker-messages.ts';

interface SystemNotice extends NoticeOptions {
  title: string;
  body: string;
  tag: string;
  data: NoticeData;
}

/**
 * Shows a system notification where it is permitted; returns its removal. Phones show them through the worker alone; there it
 * is one with a push of the same tag.
 */
export function showSystemNotice({ title, ...options }: SystemNotice): Stop {
  if (!('Notification' in window) || Notification.permission !== 'granted') return () => {};
  const shown = show(title, options);
  // A phone without the worker: the page says the same.
  shown.catch(() => {});
  return () => void shown.then((takeAway) => takeAway()).catch(() => {});
}

async function show(title: string, options: Omit<SystemNotice, 'title'>): Promise<() => Promise<void> | void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, options);
    return () => close(registration, options);
  }
  const notification = new Notification(title, { body: options.body, tag: options.tag });
  notification.addEventListener('click', () => window.focus());
  return () => notification.close();
}

/** Spares what has taken its place: a missed call where it rang. */
async function close(
  registration: ServiceWorkerRegistration,
  { tag, data }: Omit<SystemNotice, 'title'>,
): Promise<void> {
  for (const notification of await registration.getNotifications({ tag })) {
    const call = noticeData.safeParse(notification.data).data?.call ?? null;
    if (call?.id === data.call?.id) notification.close();
  }
}
