import type { Message, Person } from '@yonder/contract';
import { createContext, useContext } from 'react';
import type { Unsent } from './unsent.ts';

export interface RoomActions {
  you: string;
  other: Person;
  otherName: string;
  isOpen: boolean;
  reply: (message: Message) => void;
  react: (message: Message, emoji: string | null) => void;
  /** Opens a message's menu, at a point of the screen or beside an element. */
  menu: (message: Message, at: MenuPlace) => void;
  goTo: (seedOrder: number) => void;
  retry: (written: Unsent) => void;
  /** Moves the text back to the composer. */
  rewrite: (written: Unsent) => void;
  discard: (written: Unsent) => void;
  /** Shows the message's picture on the whole screen. */
  look: (message: Message) => void;
  /** Withdraws a one-time image that is not opened yet. */
  withdraw: (message: Message) => void;
}

/** element: where a button or a key opens the menu. */
export type MenuPlace = { kind: 'point'; x: number; y: number } | { kind: 'element'; element: Element };

const Actions = createContext<RoomActions | null>(null);
export const RoomActionsProvider = Actions.Provider;

export function useRoomActions(): RoomActions {
  const actions = useContext(Actions);
  if (actions === null) throw new Error('A row stands in a room.');
  return actions;
}
