import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** A choice of this device, as its keyboard is: whoever speaks to it, or touches keys by chance, switches them off. */
const KEY = 'singleKeyShortcuts';

export const shortcutsStore = createStore<'on' | 'off'>(() => readChoice());

function readChoice(): 'on' | 'off' {
  try {
    return localStorage.getItem(KEY) === 'off' ? 'off' : 'on';
  } catch {
    return 'on';
  }
}

export function chooseShortcuts(choice: 'on' | 'off'): void {
  shortcutsStore.setState(choice, true);
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // A full or closed storage only means the choice is forgotten with the page.
  }
}

/** For aria-keyshortcuts: the key while there are shortcuts. */
export function useShortcut<Key extends string>(key: Key): Key | undefined {
  return useStore(shortcutsStore) === 'on' ? key : undefined;
}
