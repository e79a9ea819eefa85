import { type MouseEvent, type PointerEvent, useRef, useState, type WheelEvent } from 'react';
import { held, moved, type Point, type Reach, reachOf, toggledAt, WHOLE, type Zoom, zoomedAt } from './zoom.ts';

/** Pinch, wheel and double press zoom a picture; one finger then moves it. */
export function useZoom() {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const fingers = useRef(new Map<number, Point>());

  function change(element: HTMLElement, next: (zoom: Zoom, reach: Reach) => Zoom): void {
    const { width, height } = element.getBoundingClientRect();
    const frame = { width, height };
    const reach = reachOf(shownIn(element) ?? frame, frame);
    setZoom((now) => held(next(now, reach), frame));
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { current } = fingers;
    const before = current.get(event.pointerId);
    if (before === undefined) return;
    const here = pointOf(event);
    const other = [...current].find(([id]) => id !== event.pointerId)?.[1];
    current.set(event.pointerId, here);
    change(event.currentTarget, (now, { largest }) => {
      if (other === undefined) return moved(now, { x: here.x - before.x, y: here.y - before.y });
      const factor = distance(here, other) / Math.max(1, distance(before, other));
      return zoomedAt(now, { factor, largest, at: { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 } });
    });
  }
  const end = ({ pointerId }: PointerEvent): void => void fingers.current.delete(pointerId);
  return {
    zoom,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, pointOf(event));
      },
      onPointerMove,
      onPointerUp: end,
      onPointerCancel: end,
      onWheel(event: WheelEvent<HTMLElement>) {
        const at = pointOf(event);
        const factor = Math.exp(-event.deltaY / 400);
        change(event.currentTarget, (now, { largest }) => zoomedAt(now, { factor, largest, at }));
      },
      onDoubleClick(event: MouseEvent<HTMLElement>) {
        const at = pointOf(event);
        change(event.currentTarget, (now, reach) => toggledAt(now, at, reach));
      },
    },
  };
}

/** The full picture, over the thumbnail. Null until it has loaded. */
function shownIn(frame: HTMLElement): { width: number; height: number } | null {
  const { naturalWidth: width = 0, naturalHeight: height = 0 } = [...frame.querySelectorAll('img')].at(-1) ?? {};
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Measured from the middle of the frame. */
function pointOf({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
