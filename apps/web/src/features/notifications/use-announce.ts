import type { NotificationKind } from '@yonder/contract';
import { useLocation } from 'react-router';
import { useGo } from '../../lib/use-go.ts';
import { appStore } from '../../state/store.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { announcementOf, type Outlook } from './announcing.ts';
import { chime } from './chime.ts';
import { wishesOf } from './wishes.ts';

/** An arrival with the texts of its banner. */
export interface Arrival {
  kind: NotificationKind;
  /** The page it belongs to; each page has one banner. */
  path: string | null;
  /** Null: the product's name is shown instead. */
  title: string | null;
  message: string;
  avatar: string | null;
  /** Seed of the figure for users without a picture; null: none. */
  seed: string | null;
  /** The banner was pressed. */
  onOpen?: () => void;
}

/** Shows and sounds an arrival unless it is visible or switched off. isPushed: whether this device gets pushes. */
export function useAnnounce(isPushed: () => boolean): (arrival: Arrival) => void {
  const { pathname } = useLocation();
  const go = useGo();
  return ({ kind, path, onOpen, ...words }) => {
    const { user, callState } = appStore.getState();
    const wishes = wishesOf(user?.preferences);
    const announcement = announcementOf({ kind, path }, { ...outlookAt(pathname), isPushed: isPushed() }, wishes);
    if (announcement === 'none') return;
    // During a call the partner would hear it.
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
