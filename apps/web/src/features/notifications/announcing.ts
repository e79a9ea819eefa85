import type { NotificationKind } from '@yonder/contract';

/** What the user is looking at when something arrives. */
export interface Outlook {
  path: string;
  isVisible: boolean;
  /** This device gets pushes: while the app is hidden, the system shows and sounds them. */
  isPushed: boolean;
  /** A call or a dialog covers the screen and must not be disturbed. */
  isCovered: boolean;
}

/** The user's settings for arrivals; the list shows all of them. */
export interface Wishes {
  /** Whether a kind is shown at once. */
  shows: (kind: NotificationKind) => boolean;
  /** Whether a kind is pushed to the user's devices. */
  pushes: (kind: NotificationKind) => boolean;
  sounds: boolean;
  vibration: boolean;
}

type Announcement = 'none' | 'banner' | 'sound';

interface Arrival {
  kind: NotificationKind;
  /** The page it belongs to. */
  path: string | null;
}

const CENTRE = '/notifications';

/** No banner for what is on the screen already; a hidden page can still play a sound. */
export function announcementOf(
  { kind, path }: Arrival,
  outlook: Outlook,
  { shows, pushes }: Pick<Wishes, 'shows' | 'pushes'>,
): Announcement {
  if (!shows(kind)) return 'none';
  if (!outlook.isVisible) return outlook.isPushed && pushes(kind) ? 'none' : 'sound';
  const isSeen = outlook.path === path || outlook.path === CENTRE;
  return isSeen || outlook.isCovered ? 'none' : 'banner';
}
