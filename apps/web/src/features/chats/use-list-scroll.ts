import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { rememberPlace, type ScrollPlace } from './scroll-place.ts';
import type { Row } from './timeline.ts';

/** So near, it counts as being there. */
const NEAR_PX = 48;
/** More is loaded before it is reached: so many screens ahead. */
const SCREENS_AHEAD = 2;

export interface ListScroll {
  scroller: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  isAtEnd: boolean;
  onScroll: () => void;
  /** Sizes have changed: who was at the end stays there. */
  onResize: () => void;
  toEnd: () => void;
  toRow: (key: string) => void;
}

interface ListScrollOptions {
  chatRoomId: string;
  rows: readonly Row[];
  start: ScrollPlace;
  onNear: (end: 'older' | 'newer') => void;
}

/** Keeps a list at its end while one is there, where it is while one is elsewhere, and asks for more in time. */
export function useListScroll({ chatRoomId, rows, start, onNear }: ListScrollOptions): ListScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const sticks = useRef(start.kind === 'newest');
  const lastOffset = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(start.kind === 'newest');

  function stick(): void {
    const { current } = scroller;
    if (sticks.current && current !== null) current.scrollTop = current.scrollHeight;
  }

  function look(): void {
    const { current } = scroller;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    const left = scrollHeight - clientHeight - scrollTop;
    // Rows that grow move the end away; only who scrolls leaves it.
    if (left <= NEAR_PX) sticks.current = true;
    else if (scrollTop < lastOffset.current - 1) sticks.current = false;
    lastOffset.current = scrollTop;
    setIsAtEnd(sticks.current || left <= NEAR_PX);
    if (scrollTop < SCREENS_AHEAD * clientHeight) onNear('older');
    if (left < SCREENS_AHEAD * clientHeight) onNear('newer');
    if (list.current !== null) rememberPlace(chatRoomId, placeOf(list.current, { rows, isAtEnd: sticks.current }));
  }

  useLayoutEffect(() => {
    const place = start.kind === 'row' ? rows.findIndex(({ key }) => key === start.key) : -1;
    if (start.kind === 'row' && place >= 0) {
      list.current?.scrollToIndex(place, { align: 'start', offset: start.offset });
    } else {
      sticks.current = true;
      stick();
    }
    // Only once: afterwards the place is the reader's.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useLayoutEffect(stick, [rows]);
  useEffect(look, [rows]);
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    // The composer grows, the keyboard opens.
    const observer = new ResizeObserver(stick);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  return {
    scroller,
    list,
    isAtEnd,
    onScroll: look,
    onResize: stick,
    toEnd() {
      sticks.current = true;
      setIsAtEnd(true);
      stick();
    },
    toRow(key) {
      const place = rows.findIndex((row) => row.key === key);
      if (place < 0) return;
      sticks.current = false;
      list.current?.scrollToIndex(place, { align: 'center' });
    },
  };
}

function placeOf(list: VirtualizerHandle, { rows, isAtEnd }: { rows: readonly Row[]; isAtEnd: boolean }): ScrollPlace {
  const index = list.findItemIndex(list.scrollOffset);
  // A line between days may have moved by the next visit.
  const place = rows.findIndex(({ kind }, at) => at >= index && kind === 'bubble');
  const row = rows[place];
  if (isAtEnd || row === undefined) return { kind: 'newest' };
  return { kind: 'row', key: row.key, offset: list.scrollOffset - list.getItemOffset(place) };
}
