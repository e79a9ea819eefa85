import { useRef, useState, type CSSProperties, type MouseEvent, type PointerEvent } from 'react';
import { dragged, isDrag, isSwipe, type Drag } from './toast-queue.ts';

/** Where the finger came down, and whether it has moved since. */
interface Touch extends Drag {
  became: 'press' | 'drag';
}

/** A touch that stays in place is a press on what is below; a moved one is a drag and presses nothing. */
export function useSwipe(onSwiped: () => void) {
  const touch = useRef<Touch | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const moved = ({ clientX, clientY }: PointerEvent): Drag | null =>
    touch.current && { x: clientX - touch.current.x, y: clientY - touch.current.y };

  const handlers = {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      touch.current = { x: clientX, y: clientY, became: 'press' };
    },
    onPointerMove: (event: PointerEvent) => {
      const to = moved(event);
      if (event.buttons === 0 || touch.current === null || to === null) return;
      if (touch.current.became === 'press' && !isDrag(to)) return;
      touch.current.became = 'drag';
      // The finger may outrun the toast, which does not follow everywhere.
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag(dragged(to));
    },
    onPointerUp: (event: PointerEvent) => {
      const to = moved(event);
      setDrag(null);
      if (to !== null && isSwipe(to)) onSwiped();
    },
    onPointerCancel: () => setDrag(null),
    onClickCapture: (event: MouseEvent) => {
      // Keyboard clicks have no detail and involve no finger.
      if (event.detail > 0 && touch.current?.became === 'drag') event.stopPropagation();
    },
  };
  const style: CSSProperties | undefined =
    drag === null ? undefined : { translate: `${drag.x}px ${drag.y}px`, transition: 'none' };
  return { handlers, style };
}
