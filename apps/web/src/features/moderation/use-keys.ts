import { useEffect, useEffectEvent, type RefObject } from 'react';
import { commandOf, type Command } from './shortcuts.ts';

const TYPED_INTO = 'input, textarea, select, audio, [contenteditable]';

/** Keys count while the focus is in here: a dialog has its own, and so has every field. `run` answers whether it did something. */
export function useKeys(place: RefObject<HTMLElement | null>, run: (command: Command) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || (target instanceof Element && target.matches(TYPED_INTO))) return;
    const command = commandOf(event);
    if (command !== null && run(command)) event.preventDefault();
  });
  useEffect(() => {
    const element = place.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [place]);
}
