import type { Message } from '@yonder/contract';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { after, type Stop } from '../../lib/clock.ts';
import { useRoomActions } from './room-actions.ts';
import { SLOP_PX, swipeOf } from './swipe.ts';

const HOLD_MS = 450;

interface Touch {
  x: number;
  y: number;
  replies: boolean;
  stopHolding: Stop;
}

/** Hold or right-click opens the message's menu, also of one the partner deleted; a swipe replies. */
export function useBubbleGestures(message: Message | null) {
  const { menu, reply, isOpen, you } = useRoomActions();
  const touch = useRef<Touch | null>(null);
  const wasHeld = useRef(false);
  if (message === null || (message.isDeleted && message.senderId === you)) return {};
  const isAnswerable = isOpen && !message.isDeleted;

  function onPointerDown({ pointerType, clientX: x, clientY: y, isPrimary }: PointerEvent<HTMLElement>): void {
    wasHeld.current = false;
    if (pointerType === 'mouse' || !isPrimary || message === null) return;
    const stopHolding = after(HOLD_MS, () => {
      touch.current = null;
      wasHeld.current = true;
      menu(message, { kind: 'point', x, y });
    });
    touch.current = { x, y, replies: false, stopHolding };
  }
  function onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void {
    const { current } = touch;
    if (current === null) return;
    const [dx, dy] = [clientX - current.x, clientY - current.y];
    if (Math.hypot(dx, dy) < SLOP_PX) return;
    current.stopHolding();
    const direction = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
    const swipe = isAnswerable ? swipeOf({ dx, dy, direction }) : null;
    current.replies = swipe?.isFar ?? false;
    currentTarget.style.translate = swipe === null ? '' : `${swipe.shift}px`;
  }
  function onPointerUp({ currentTarget }: PointerEvent<HTMLElement>): void {
    const { current } = touch;
    end(currentTarget);
    if (current?.replies && message !== null) reply(message);
  }
  function end(element: HTMLElement): void {
    touch.current?.stopHolding();
    touch.current = null;
    element.style.translate = '';
  }
  function onContextMenu(event: MouseEvent<HTMLElement>): void {
    const isMarked = getSelection()?.isCollapsed === false;
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    // Selected text and links have a menu of their own.
    if (message === null || (!wasHeld.current && (isMarked || isLink))) return;
    event.preventDefault();
    menu(message, { kind: 'point', x: event.clientX, y: event.clientY });
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
    onContextMenu,
    /** Suppresses the click when a finger that held is lifted. */
    onClickCapture(event: MouseEvent) {
      if (!wasHeld.current) return;
      wasHeld.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
