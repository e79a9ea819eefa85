import { signOf } from '../../lib/sign-of.ts';

export type Command =
  | { readonly do: 'next' | 'previous' | 'down' | 'up' | 'first' | 'last' | 'open' | 'back' | 'help' }
  /** The button on the screen that has this key, if there is one. */
  | { readonly do: 'press'; readonly key: string };

const COMMANDS: Readonly<Record<string, Command>> = {
  j: { do: 'next' },
  ArrowDown: { do: 'down' },
  k: { do: 'previous' },
  ArrowUp: { do: 'up' },
  Home: { do: 'first' },
  End: { do: 'last' },
  o: { do: 'open' },
  Escape: { do: 'back' },
  '?': { do: 'help' },
};

/** Keys announced by the buttons they press (aria-keyshortcuts). */
export const KEYS = {
  take: 't',
  dismiss: 'n',
  warn: 'w',
  suspend: 'p',
  'remove-content': 'r',
  ban: 'b',
} as const;
const PRESSING: ReadonlySet<string> = new Set(Object.values(KEYS));

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The command of a key; null: none, so it goes to the browser or the focused field. */
export function commandOf(pressed: Pressed): Command | null {
  const { ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return null;
  const key = pressed.key.length === 1 ? signOf(pressed) : pressed.key;
  if (PRESSING.has(key)) return { do: 'press', key };
  return Object.hasOwn(COMMANDS, key) ? (COMMANDS[key] ?? null) : null;
}

/** The next index in a list of `length`; -1 means none yet. Null: no step. */
export function stepIn(command: Command['do'], { at, length }: { at: number; length: number }): number | null {
  if (length === 0) return null;
  switch (command) {
    case 'next':
    case 'down':
      return Math.min(at + 1, length - 1);
    case 'previous':
    case 'up':
      return Math.max(at - 1, 0);
    case 'first':
      return 0;
    case 'last':
      return length - 1;
    default:
      return null;
  }
}
