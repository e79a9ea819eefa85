import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { rememberPlace, type ScrollPlace } from './scroll-place.ts';
import type { Row } from './timeline.ts';

/** The list counts as being at its end within this distance. */
const NEAR_PX = 48;
/** More is loaded this many screens ahead. */
const SCREENS_AHEAD = 2;

export interface ListScroll {
  isAtEnd: boolean;
  onScroll: () => void;
  /** Sizes have changed: a list at its end stays there. */
  onResize: () => void;
  toEnd: () => void;
  toRow: (key: string) => void;
}

interface ListScrollOptions {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  chatRoomId: string;
  rows: readonly Row[];
  start: ScrollPlace;
  onNear: (end: 'older' | 'newer') => void;
}

/** Keeps a list at its end, or else in its place, and requests more in time. */
export function useListScroll({ scroller, list, chatRoomId, rows, start, onNear }: ListScrollOptions): ListScroll {
  const sticks = useRef(start.kind === 'newest');
  const lastOffset = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(start.kind === 'newest');

  function stick(): void {
    const { current } = scroller;
    if (sticks.current) current?.scrollTo({ top: current.scrollHeight });
  }
  function look(): void {
    const { current } = scroller;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const left = scrollHeight - clientHeight - scrollTop;
    // Growing rows move the end away; only scrolling leaves it.
    if (left <= NEAR_PX) sticks.current = true;
    else if (scrollTop < lastOffset.current - 1) sticks.current = false;
    lastOffset.current = scrollTop;
    setIsAtEnd(sticks.current);
    if (scrollTop < SCREENS_AHEAD * clientHeight) onNear('older');
    if (left < SCREENS_AHEAD * clientHeight) onNear('newer');
    if (list.current !== null) rememberPlace(chatRoomId, placeOf(list.current, { rows, isAtEnd: sticks.current }));
  }
  function toRow(key: string, how: { align: 'start' | 'center'; offset?: number }): void {
    const place = rows.findIndex((row) => row.key === key);
    if (place < 0) return;
    sticks.current = false;
    list.current?.scrollToIndex(place, how);
  }

  const begin = useEffectEvent(() => {
    if (start.kind === 'row') toRow(start.key, { align: 'start', offset: start.offset });
    else stick();
  });
  const stickNow = useEffectEvent(stick);
  const lookNow = useEffectEvent(look);
  useLayoutEffect(() => begin(), []);
  useLayoutEffect(() => stickNow());
  useEffect(() => lookNow());
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    // The composer grows, or the keyboard opens.
    const observer = new ResizeObserver(() => stickNow());
    observer.observe(current);
    return () => observer.disconnect();
  }, [scroller]);

  return {
    isAtEnd,
    onScroll: look,
    onResize: stick,
    toEnd() {
      sticks.current = true;
      setIsAtEnd(true);
      stick();
    },
    toRow: (key) => toRow(key, { align: 'center' }),
  };
}

function placeOf(list: VirtualizerHandle, { rows, isAtEnd }: { rows: readonly Row[]; isAtEnd: boolean }): ScrollPlace {
  const index = list.findItemIndex(list.scrollOffset);
  // A day line may have moved by the next visit.
  const place = rows.findIndex(({ kind }, at) => at >= index && kind === 'bubble');
  const row = rows[place];
  if (isAtEnd || row === undefined) return { kind: 'newest' };
  return { kind: 'row', key: row.key, offset: list.scrollOffset - list.getItemOffset(place) };
}
