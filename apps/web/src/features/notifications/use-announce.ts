import type { NotificationKind } from '@yonder/contract';
import { useLocation } from 'react-router';
import { useGo } from '../../lib/use-go.ts';
import { appStore } from '../../state/store.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { announcementOf, type Outlook } from './announcing.ts';
import { chime } from './chime.ts';
import { wishesOf } from './wishes.ts';

/** Something that has arrived, as its banner says it. */
export interface Arrival {
  kind: NotificationKind;
  /** Where it happened; one banner stands for all that happens there. */
  path: string | null;
  /** Null: the product's name stands in, as for somebody without one. */
  title: string | null;
  message: string;
  avatar: string | null;
  /** Draws the figure of who has no picture; null: nobody's. */
  seed: string | null;
  /** The banner was pressed. */
  onOpen?: () => void;
}

/** Shows and sounds what arrives, unless it is on the screen or not wanted. isPushed: whether this device is pushed to. */
export function useAnnounce(isPushed: () => boolean): (arrival: Arrival) => void {
  const { pathname } = useLocation();
  const go = useGo();
  return ({ kind, path, onOpen, ...words }) => {
    const { user, callState } = appStore.getState();
    const wishes = wishesOf(user?.preferences);
    const announcement = announcementOf({ kind, path }, { ...outlookAt(pathname), isPushed: isPushed() }, wishes);
    if (announcement === 'none') return;
    // The other one of a call would hear it.
    if (callState === 'idle') void chime('message', wishes);
    if (announcement === 'sound') return;
    showToast({
      ...words,
      ...(path !== null && { id: path }),
      notificationType: 'message',
      onClick: () => {
        onOpen?.();
        if (path !== null) go(path);
      },
    });
  };
}

function outlookAt(path: string): Omit<Outlook, 'isPushed'> {
  return {
    path,
    isVisible: document.visibilityState === 'visible',
    isCovered: document.querySelector('[inert] #content') !== null,
  };
}
