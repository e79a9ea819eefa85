import type { ChatRoom } from '@yonder/contract';
import type { ReactNode } from 'react';

/** Parts of an anonymous room, provided by the feature that matches strangers. */
export interface StrangerParts {
  /** Under the room's header. */
  strip: (room: ChatRoom) => ReactNode;
  /** Replaces the composer, once it is over. */
  ending: (room: ChatRoom) => ReactNode;
}
