import type { NotificationKind } from '@yonder/contract';

/** What one is looking at as something arrives. */
export interface Outlook {
  path: string;
  isVisible: boolean;
  /** This device is pushed to: out of sight the system tells of it, with a sound of its own. */
  isPushed: boolean;
  /** A call or a dialog has the whole screen: what is behind it cannot be reached, and it is not disturbed. */
  isCovered: boolean;
}

/** What somebody wants of what arrives, beside its place in the list. */
export interface Wishes {
  /** The kinds that are shown at once. */
  shows: (kind: NotificationKind) => boolean;
  /** The kinds that are pushed to the devices that are pushed to. */
  pushes: (kind: NotificationKind) => boolean;
  sounds: boolean;
  vibration: boolean;
}

type Announcement = 'none' | 'banner' | 'sound';

interface Arrival {
  kind: NotificationKind;
  /** Where it happened. */
  path: string | null;
}

const CENTRE = '/notifications';

/** What stands on the screen already needs no banner; out of sight one can still be heard. */
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
