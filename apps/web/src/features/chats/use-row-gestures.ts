import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { after, type Stop } from '../../lib/clock.ts';
import type { MenuPlace } from './room-actions.ts';
import { SLOP_PX, swipeOf } from './swipe.ts';

const HOLD_MS = 450;

/** onward: towards the end of the line of reading. */
export type SwipeSide = 'onward' | 'back';

interface Touch {
  x: number;
  y: number;
  stopHolding: Stop;
}

interface RowGestures {
  onMenu: (at: MenuPlace) => void;
  onSwiped: (side: SwipeSide) => void;
}

/** Hold or right-click opens the row's menu; a swipe does what is written behind the row. */
export function useRowGestures({ onMenu, onSwiped }: RowGestures) {
  const touch = useRef<Touch | null>(null);
  const wasMoved = useRef(false);
  const [drawn, setDrawn] = useState<{ side: SwipeSide; shift: number; isFar: boolean } | null>(null);

  function end(): void {
    touch.current?.stopHolding();
    touch.current = null;
    setDrawn(null);
  }

  const handlers = {
    onPointerDown({ pointerType, clientX: x, clientY: y, isPrimary }: PointerEvent<HTMLElement>): void {
      wasMoved.current = false;
      if (pointerType === 'mouse' || !isPrimary) return;
      const stopHolding = after(HOLD_MS, () => {
        wasMoved.current = true;
        end();
        onMenu({ kind: 'point', x, y });
      });
      touch.current = { x, y, stopHolding };
    },
    onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void {
      const { current } = touch;
      if (current === null) return;
      const [dx, dy] = [clientX - current.x, clientY - current.y];
      if (Math.hypot(dx, dy) < SLOP_PX) return;
      current.stopHolding();
      const swipe = swipeOf({ dx, dy, direction: dx < 0 ? -1 : 1 });
      if (swipe === null) return setDrawn(null);
      wasMoved.current = true;
      const onward = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
      setDrawn({ ...swipe, side: Math.sign(dx) === onward ? 'onward' : 'back' });
    },
    onPointerUp(): void {
      end();
      if (drawn?.isFar) onSwiped(drawn.side);
    },
    onPointerCancel: end,
    onContextMenu(event: MouseEvent<HTMLElement>): void {
      event.preventDefault();
      // A holding finger has opened it already.
      if (wasMoved.current) return;
      const isByKey = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === '';
      const { currentTarget: element, clientX: x, clientY: y } = event;
      onMenu(isByKey ? { kind: 'element', element } : { kind: 'point', x, y });
    },
    /** Suppresses the click when a finger that held or swiped is lifted. A key clicks without a pointer. */
    onClickCapture(event: MouseEvent): void {
      if (!wasMoved.current || event.detail === 0) return;
      wasMoved.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { drawn, handlers };
}
