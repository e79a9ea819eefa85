import { FIXED } from '@yonder/contract';

export type ToastType = 'info' | 'success' | 'warning' | 'error';
/** A filled token of the theme: the background of the glyph. */
type ToastAccent = 'accent' | 'positive' | 'negative' | 'mode1' | 'mode2' | 'mode3' | 'mode4';

/** The specification's fields of a notification toast, and a banner's title and sender (`seed`). */
export interface Toast {
  id: string;
  message: string;
  type: ToastType;
  /** Milliseconds; 0 stays until closed. */
  duration: number;
  avatar: string | null;
  onClick: (() => void) | null;
  themeAccent: ToastAccent | null;
  notificationType: 'message' | 'other';
  title: string | null;
  /** Seed of the figure for users without a picture. */
  seed: string | null;
}

export type ToastDraft = Pick<Toast, 'message'> & Partial<Toast>;

/** Newest first. A closing one is animating out and no longer counts. */
export interface QueuedToast extends Toast {
  phase: 'shown' | 'closing';
}

/** Null when the message is empty. */
export function toToast(draft: ToastDraft, newId: () => string): Toast | null {
  const message = draft.message.trim();
  if (message === '') return null;
  const notificationType = draft.notificationType ?? 'other';
  return {
    id: draft.id ?? newId(),
    message,
    type: draft.type ?? 'info',
    duration: draft.duration ?? (notificationType === 'message' ? FIXED.bannerMs : FIXED.toastMs),
    avatar: draft.avatar ?? null,
    onClick: draft.onClick ?? null,
    themeAccent: draft.themeAccent ?? null,
    notificationType,
    title: draft.title ?? null,
    seed: draft.seed ?? null,
  };
}

/** At most three are shown; the oldest is closed. A toast with a known id replaces the earlier one. */
export function addToast(queue: readonly QueuedToast[], toast: Toast): readonly QueuedToast[] {
  const others = queue.filter(({ id }) => id !== toast.id);
  let shown = 1;
  return [
    { ...toast, phase: 'shown' as const },
    ...others.map((one) => {
      if (one.phase === 'shown') shown += 1;
      return shown > FIXED.maxToasts ? { ...one, phase: 'closing' as const } : one;
    }),
  ];
}

export function closeToast(queue: readonly QueuedToast[], id: string): readonly QueuedToast[] {
  return queue.some((one) => one.id === id && one.phase === 'shown')
    ? queue.map((one) => (one.id === id ? { ...one, phase: 'closing' as const } : one))
    : queue;
}

export function removeToast(queue: readonly QueuedToast[], id: string): readonly QueuedToast[] {
  return queue.some((one) => one.id === id) ? queue.filter((one) => one.id !== id) : queue;
}

export interface Drag {
  x: number;
  y: number;
}

/** Tolerance for a trembling hand. */
const STILL_PX = 6;

export function isDrag({ x, y }: Drag): boolean {
  return Math.hypot(x, y) > STILL_PX;
}

/** A toast follows the finger sideways and up, not down; past 50 px it is closed. */
export function dragged({ x, y }: Drag): Drag {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y: Math.min(0, y) };
}

export function isSwipe(drag: Drag): boolean {
  const { x, y } = dragged(drag);
  return Math.abs(x) >= FIXED.toastSwipePx || -y >= FIXED.toastSwipePx;
}
