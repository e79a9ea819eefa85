import { signOf } from '../../lib/sign-of.ts';
import type { Place } from '../places.ts';

export type Command =
  | { readonly do: 'go'; readonly to: string }
  /** The control on the screen that has this key, if there is one. */
  | { readonly do: 'press'; readonly key: string }
  | { readonly do: 'help' };

/** The second key after g. */
export const PLACES = {
  h: '/home',
  c: '/chats',
  v: '/call',
  m: '/mode1',
  t: '/mode3',
  n: '/nearby',
  a: '/notifications',
  p: '/profile',
  s: '/settings',
} as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  '?': { do: 'help' },
  '/': { do: 'press', key: '/' },
  m: { do: 'press', key: 'm' },
  n: { do: 'go', to: '/mode1/new' },
};

/** How long g waits for its letter. */
const LETTER_MS = 1_500;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'timeStamp'>;

export interface Heard {
  command: Command | null;
  /** When g was pressed, if its letter is awaited; in milliseconds of the page. */
  going: number | null;
}

interface Before {
  going: Heard['going'];
  /** The tab that is shown. */
  place: Place | null;
}

/** The command of a key after the key before it. None with a modifier, which is the browser's, or on repeat. */
export function hear(pressed: Pressed, { going, place }: Before): Heard {
  const { ctrlKey, metaKey, altKey, repeat, timeStamp } = pressed;
  if (repeat) return { command: null, going };
  if (ctrlKey || metaKey || altKey) return { command: null, going: null };
  const led = letterAfter(going, pressed);
  if (led !== null) return { command: led, going: null };
  const key = signOf(pressed);
  if (key === 'g') return { command: null, going: timeStamp };
  // A moderator's n closes a case.
  if (key === 'n' && place === '/moderation') return { command: null, going: null };
  return { command: Object.hasOwn(COMMANDS, key) ? (COMMANDS[key] ?? null) : null, going: null };
}

/** The letter that g waits for. It takes precedence over the page's own meaning of that key. */
export function letterAfter(going: Heard['going'], pressed: Pressed): Command | null {
  const { ctrlKey, metaKey, altKey, repeat, timeStamp } = pressed;
  if (going === null || ctrlKey || metaKey || altKey || repeat || timeStamp - going > LETTER_MS) return null;
  const key = signOf(pressed);
  return isPlace(key) ? { do: 'go', to: PLACES[key] } : null;
}

function isPlace(key: string): key is keyof typeof PLACES {
  return Object.hasOwn(PLACES, key);
}
