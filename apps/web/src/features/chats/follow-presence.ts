import { after, now, type Stop } from '../../lib/clock.ts';
import { type ChatsCache, recordPresence } from './cache.ts';
import { onOpenRoom, openRoom } from './open-room.ts';
import { createPresence } from './presence.ts';

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Reports this user's presence and room, and applies that of others. */
export function followPresence(chats: ChatsCache): Stop {
  const { client } = chats;
  const { status } = client.live;
  const own = createPresence({
    now,
    after,
    isVisible: () => document.visibilityState === 'visible',
    room: openRoom,
    report: (seen) => client.call('reportPresence', seen),
  });
  const onStatus = (): void => {
    if (status.get() === 'online') own.connected();
  };
  onStatus();
  document.addEventListener('visibilitychange', own.look);
  for (const use of USES) window.addEventListener(use, own.used, { passive: true });
  const stops = [
    status.subscribe(onStatus),
    onOpenRoom(own.moved),
    client.live.on('presence.updated', (told) => recordPresence(chats, told)),
    own.stop,
    () => document.removeEventListener('visibilitychange', own.look),
    () => USES.forEach((use) => window.removeEventListener(use, own.used)),
  ];
  return () => stops.forEach((stop) => stop());
}
