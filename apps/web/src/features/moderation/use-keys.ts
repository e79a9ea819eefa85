import { useEffect, useEffectEvent, type RefObject } from 'react';
import { shortcutsStore } from '../../state/shortcuts.ts';
import { commandOf, type Command } from './shortcuts.ts';

const TYPED_INTO = 'input, textarea, select, audio, [contenteditable]';
const HAS_KEYS_OF_ITS_OWN = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const COVERED = '[inert], [aria-hidden="true"]';

/**
 * Keys count while the focus is in here: a dialog has its own, and so has every field. The letters count wherever it is on
 * the page, for whoever has not switched single keys off. `run` answers whether it did something.
 */
export function useKeys(place: RefObject<HTMLElement | null>, run: (command: Command) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isMeantFor(place.current, event)) return;
    const command = commandOf(event);
    if (command !== null && run(command)) event.preventDefault();
  });
  // Before the window, where the keys of the whole app are heard.
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
