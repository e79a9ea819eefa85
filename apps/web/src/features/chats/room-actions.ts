import type { Message, Person } from '@yonder/contract';
import { createContext, useContext } from 'react';
import type { Unsent } from './unsent.ts';

/** What can be done from a row of the conversation. */
export interface RoomActions {
  you: string;
  other: Person;
  otherName: string;
  isOpen: boolean;
  reply: (message: Message) => void;
  react: (message: Message, emoji: string | null) => void;
  /** The menu of a message, at a point of the screen or beside an element. */
  menu: (message: Message, at: MenuPlace) => void;
  goTo: (seedOrder: number) => void;
  retry: (written: Unsent) => void;
  /** Its words go back to where they were written. */
  rewrite: (written: Unsent) => void;
  discard: (written: Unsent) => void;
  /** The picture a message carries, on the whole screen. */
  look: (message: Message) => void;
  /** A one-time image that nobody has opened. */
  withdraw: (message: Message) => void;
}

/** keyboard: the focus goes into it and comes back. */
export type MenuPlace = { kind: 'point'; x: number; y: number } | { kind: 'element'; element: Element };

const Actions = createContext<RoomActions | null>(null);
export const RoomActionsProvider = Actions.Provider;

export function useRoomActions(): RoomActions {
  const actions = useContext(Actions);
  if (actions === null) throw new Error('A row stands in a room.');
  return actions;
}
