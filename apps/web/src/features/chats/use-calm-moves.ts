import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { after } from '../../lib/clock.ts';

const MOVE: KeyframeAnimationOptions = { duration: 240, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** Slides rows of a list to their new places; one from afar fades in. `order`: the rooms' ids. */
export function useCalmMoves(list: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  useLayoutEffect(() => {
    const before = places.current;
    // Nothing has moved at first: measuring would lay out the page once more.
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { id, row, top } of rowsOf(list.current, order)) {
      const moved = (before.get(id) ?? top) - top;
      if (moved === 0) continue;
      const isNear = Math.abs(moved) <= 1.5 * row.offsetHeight;
      row.animate(isNear ? { translate: [`0 ${moved}px`, '0 0'] } : { opacity: [0, 1] }, MOVE);
    }
  }, [list, order]);
  useEffect(() => {
    const look = (): void => {
      places.current = new Map(rowsOf(list.current, order).map(({ id, top }) => [id, top]));
    };
    // Deferred: effects may run within the rendering task.
    return after(0, look);
  }, [list, order]);
}

/** Rows with their distance from the first, in px. */
function rowsOf(list: HTMLElement | null, order: string) {
  const rows = order.split(',').flatMap((id) => list?.querySelector<HTMLElement>(`#chat-${CSS.escape(id)}`) ?? []);
  const first = rows[0]?.offsetTop ?? 0;
  return rows.map((row) => ({ id: row.id, row, top: row.offsetTop - first }));
}
