import { type RefObject, useLayoutEffect, useRef } from 'react';

const MOVE: KeyframeAnimationOptions = { duration: 240, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

/** Rows of a list slide to their new places; one that comes from afar appears there. `order`: the rooms' ids. */
export function useCalmMoves(list: RefObject<HTMLElement | null>, order: string): void {
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  useLayoutEffect(() => {
    const rows = order.split(',').flatMap((id) => {
      const row = list.current?.querySelector<HTMLElement>(`#chat-${CSS.escape(id)}`);
      return row ? [{ id, row, top: row.offsetTop }] : [];
    });
    const first = rows[0]?.top ?? 0;
    const before = places.current;
    places.current = new Map(rows.map(({ id, top }) => [id, top - first]));
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { id, row, top } of rows) {
      const moved = (before.get(id) ?? top - first) - (top - first);
      if (moved === 0) continue;
      const isNear = Math.abs(moved) <= 1.5 * row.offsetHeight;
      row.animate(isNear ? { translate: [`0 ${moved}px`, '0 0'] } : { opacity: [0, 1] }, MOVE);
    }
  }, [list, order]);
}
