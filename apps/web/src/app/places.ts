/** The tabs of the navigation, by their own path. */
export type Place = '/home' | '/mode1' | '/chats' | '/profile' | '/settings' | '/moderation';

/** The tab for each first segment of a path. */
const PLACES: ReadonlyMap<string, Place> = new Map([
  ['home', '/home'],
  ['mode3', '/home'],
  ['nearby', '/home'],
  ['notifications', '/home'],
  ['mode1', '/mode1'],
  ['chats', '/chats'],
  ['chat', '/chats'],
  ['upgrade', '/profile'],
  ['settings', '/settings'],
  ['moderation', '/moderation'],
]);

/** The tab that holds a page; null: none does. Another user's profile belongs to the chats. */
export function placeOf(pathname: string): Place | null {
  const [, first = '', second] = pathname.split('/');
  if (first === 'profile') return second === undefined || second === '' || second === 'edit' ? '/profile' : '/chats';
  return PLACES.get(first) ?? null;
}
