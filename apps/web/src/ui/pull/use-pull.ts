import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { feel } from '../haptics.ts';
import { IDLE, pull, type Pull, type PullEvent } from './pull.ts';

const PASSIVE = { passive: true } as const;
/** A finger in a field moves its text. */
const FIELDS = 'input, textarea';

/** Handles touches inside the parent of `place`. */
export function usePull(place: RefObject<HTMLElement | null>, onRefresh: () => Promise<unknown>): Pull {
  const [shown, show] = useState<Pull>(IDLE);
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    // Several events may arrive before the next frame.
    let state: Pull = IDLE;
    function dispatch(event: PullEvent): void {
      const next = pull(state, event);
      if (next === state) return;
      state = next;
      show(next);
      if (next.kind !== 'refreshing') return;
      feel('refresh');
      void refresh().finally(() => dispatch({ kind: 'answered' }));
    }
    const touched = ({ touches, target }: TouchEvent): void => {
      const [touch] = touches;
      if (touch === undefined || touches.length > 1) return dispatch({ kind: 'cancelled' });
      const isPull = target instanceof Element && !target.matches(FIELDS) && isAtTop(target, place.current);
      if (isPull) layOver(place.current);
      const at = isPull ? 'top' : 'elsewhere';
      dispatch({ kind: 'touched', x: touch.clientX, y: touch.clientY, at });
    };
    const moved = ({ touches: [touch] }: TouchEvent): void => {
      if (touch !== undefined) dispatch({ kind: 'moved', x: touch.clientX, y: touch.clientY });
    };
    const letGo = (): void => dispatch({ kind: 'let-go' });
    const cancelled = (): void => dispatch({ kind: 'cancelled' });
    window.addEventListener('touchstart', touched, PASSIVE);
    window.addEventListener('touchmove', moved, PASSIVE);
    window.addEventListener('touchend', letGo);
    window.addEventListener('touchcancel', cancelled);
    return () => {
      window.removeEventListener('touchstart', touched);
      window.removeEventListener('touchmove', moved);
      window.removeEventListener('touchend', letGo);
      window.removeEventListener('touchcancel', cancelled);
    };
  }, [place]);
  return shown;
}

/** As wide as the parent, since other things may stand beside a list. */
function layOver(place: HTMLElement | null): void {
  const box = place?.parentElement?.getBoundingClientRect();
  if (place !== null && box !== undefined)
    Object.assign(place.style, { left: `${box.left}px`, width: `${box.width}px` });
}

/** Whether the page and every scroll container around the target are at their top. */
function isAtTop(target: Element, place: HTMLElement | null): boolean {
  if (window.scrollY > 0 || !place?.parentElement?.contains(target)) return false;
  for (let element: Element | null = target; element !== null; element = element.parentElement) {
    if (element.scrollTop > 0) return false;
  }
  return true;
}
