import { type PointerEvent, useRef } from 'react';

const FAR_PX = 96;

/** Dismisses an element that is drawn far enough towards the start of the line. */
export function useSlideAway(onAway: () => void) {
  const from = useRef<number | null>(null);

  function shift({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const direction = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
    return from.current === null ? 0 : Math.min(0, (clientX - from.current) * direction) * direction;
  }
  function end({ currentTarget }: PointerEvent<HTMLElement>): void {
    from.current = null;
    currentTarget.style.translate = '';
    currentTarget.style.opacity = '';
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      from.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (from.current === null) return;
      const moved = shift(event);
      event.currentTarget.style.translate = `${moved}px`;
      event.currentTarget.style.opacity = `${1 - Math.abs(moved) / (2 * FAR_PX)}`;
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const isAway = Math.abs(shift(event)) >= FAR_PX;
      end(event);
      if (isAway) onAway();
    },
    onPointerCancel: end,
  };
}
