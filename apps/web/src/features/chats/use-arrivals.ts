import { summaryOf } from '@yonder/contract';
import { useEffect, useEffectEvent } from 'react';
import { useShownName } from '../../lib/shown-name.ts';
import { type ArrivedMessage, followArrivals } from './arrivals.ts';
import { useChats } from './use-chats.ts';
import { useSummaryTexts } from './use-summary-text.ts';

/** A message as it is announced outside its room. */
export interface ArrivedWords {
  chatRoomId: string;
  /** Null when the two do not know each other. */
  name: string | null;
  photo: string | null;
  /** Draws the avatar where there is no picture. */
  seed: string;
  words: string;
}

export function useArrivals(onArrival: (arrived: ArrivedWords) => void): void {
  const chats = useChats();
  const textOf = useSummaryTexts();
  const shownName = useShownName();
  const tell = useEffectEvent(({ message, room: { id, other, isAnonymous } }: ArrivedMessage) => {
    onArrival({
      chatRoomId: id,
      name: isAnonymous ? null : shownName(other.name),
      photo: other.thumb ?? other.photo,
      seed: other.userId,
      words: textOf(summaryOf({ ...message, isDeleted: false }), message.content),
    });
  });
  useEffect(() => followArrivals(chats, tell), [chats]);
}
