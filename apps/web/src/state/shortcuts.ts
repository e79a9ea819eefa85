import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepItem, keptItem } from '../lib/kept-item.ts';

/** A choice of this device, as its keyboard is: whoever speaks to it, or touches keys by chance, switches them off. */
export const SHORTCUTS_KEY = 'singleKeyShortcuts';

export const shortcutsStore = createStore<'on' | 'off'>(readShortcuts);

function readShortcuts(): 'on' | 'off' {
  return keptItem(SHORTCUTS_KEY) === 'off' ? 'off' : 'on';
}

/** Another tab has chosen. */
export function readSharedShortcuts(): void {
  shortcutsStore.setState(readShortcuts(), true);
}

export function chooseShortcuts(choice: 'on' | 'off'): void {
  shortcutsStore.setState(choice, true);
  keepItem(SHORTCUTS_KEY, choice);
}

/** For aria-keyshortcuts: the key while there are shortcuts. */
export function useShortcut<Key extends string>(key: Key): Key | undefined {
  return useStore(shortcutsStore) === 'on' ? key : undefined;
}
