import { useEffect, useEffectEvent, type RefObject } from 'react';
import { shortcutsStore } from '../../state/shortcuts.ts';
import { commandOf, type Command } from './shortcuts.ts';

const TYPED_INTO = 'input, textarea, select, audio, [contenteditable]';
const HAS_KEYS_OF_ITS_OWN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const COVERED = '[inert], [aria-hidden="true"]';

/**
 * Handles keys while the focus is inside `place`; dialogs and fields have their own. Letters also work elsewhere on the
 * page, unless the user has switched single keys off. `run` returns whether it did something.
 */
export function useKeys(place: RefObject<HTMLElement | null>, run: (command: Command) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isMeantFor(place.current, event)) return;
    const command = commandOf(event);
    if (command !== null && run(command)) event.preventDefault();
  });
  // On the document, so before the app's own keys, which are handled on the window.
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isMeantFor(place: HTMLElement | null, { target, key }: KeyboardEvent): boolean {
  if (place === null || !(target instanceof Element) || target.matches(TYPED_INTO)) return false;
  if (place.contains(target)) return true;
  const isFree = target.closest(HAS_KEYS_OF_ITS_OWN) === null && place.closest(COVERED) === null;
  return isFree && key.length === 1 && shortcutsStore.getState() === 'on';
}
