import { useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { dragged, isSwipe, type Drag } from './toast-queue.ts';

/** Pressed on its buttons it is a press, elsewhere and moved it is a drag. */
export function useSwipe(onSwiped: () => void) {
  const from = useRef<Drag | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const moved = (event: PointerEvent): Drag | null =>
    from.current === null ? null : { x: event.clientX - from.current.x, y: event.clientY - from.current.y };
  const release = () => {
    from.current = null;
    setDrag(null);
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const to = moved(event);
      if (to !== null) setDrag(dragged(to));
    },
    onPointerUp: (event: PointerEvent) => {
      const to = moved(event);
      release();
      if (to !== null && isSwipe(to)) onSwiped();
    },
    onPointerCancel: release,
  };
  const style: CSSProperties | undefined =
    drag === null ? undefined : { translate: `${drag.x}px ${drag.y}px`, transition: 'none' };
  return { handlers, style };
}
