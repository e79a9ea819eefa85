import type { Stop } from '../../lib/clock.ts';

let open: string | null = null;
const listeners = new Set<() => void>();

/** The room this tab shows; null when none. */
export function openRoom(): string | null {
  return open;
}

/** Shows the room until the returned function is called. */
export function enterRoom(chatRoomId: string): Stop {
  set(chatRoomId);
  return () => set(null);
}

export function onOpenRoom(changed: () => void): Stop {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function set(next: string | null): void {
  open = next;
  for (const changed of listeners) changed();
}
