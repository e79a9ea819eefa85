import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keepItem, keptItem } from '../lib/kept-item.ts';

/** Stored per device, like its keyboard. Users of speech input or with a tremor switch single keys off. */
export const SHORTCUTS_KEY = 'singleKeyShortcuts';

export const shortcutsStore = createStore<'on' | 'off'>(readShortcuts);

function readShortcuts(): 'on' | 'off' {
  return keptItem(SHORTCUTS_KEY) === 'off' ? 'off' : 'on';
}

/** Applies another tab's choice. */
export function readSharedShortcuts(): void {
  shortcutsStore.setState(readShortcuts(), true);
}

export function chooseShortcuts(choice: 'on' | 'off'): void {
  shortcutsStore.setState(choice, true);
  keepItem(SHORTCUTS_KEY, choice);
}

/** For aria-keyshortcuts: the key, unless shortcuts are off. */
export function useShortcut<Key extends string>(key: Key): Key | undefined {
  return useStore(shortcutsStore) === 'on' ? key : undefined;
}
