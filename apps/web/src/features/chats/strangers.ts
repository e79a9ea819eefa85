import type { ChatRoom } from '@yonder/contract';
import type { ReactNode } from 'react';

/** What a room shows that two strangers were matched into; whoever matches them brings it. */
export interface StrangerParts {
  /** Under its head. */
  strip: (room: ChatRoom) => ReactNode;
  /** Where the composer was, once it is over. */
  ending: (room: ChatRoom) => ReactNode;
}
