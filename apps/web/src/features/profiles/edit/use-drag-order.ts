import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Reorders a list's rows by dragging; calls `move` with both indexes. */
export function useDragOrder(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void): void {
  const onMove = useEffectEvent(move);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let from = -1;
    const placeOf = ({ target }: Event): number =>
      target instanceof Node ? [...element.children].findIndex((row) => row.contains(target)) : -1;
    const start = (event: Event): void => void (from = placeOf(event));
    const over = (event: Event): void => {
      if (from >= 0) event.preventDefault();
    };
    const drop = (event: Event): void => {
      if (from < 0) return;
      event.preventDefault();
      onMove(from, placeOf(event));
      from = -1;
    };
    const listeners = { dragstart: start, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  }, [list]);
}
