import type { Message } from '@yonder/contract';
import { mediaQuery, renewMedia } from '../api/media-address.ts';
import { type Chats, heldHistory } from '../cache.ts';
import { nextVoice } from './next-voice.ts';
import type { Track } from './player.ts';

/** A stored voice message; the one right after it plays when it ends. */
export function storedTrack(chats: Chats, message: Message): Track {
  const { id: messageId, chatRoomId, clientMessageId, seedOrder, attachment } = message;
  return {
    id: clientMessageId,
    seconds: attachment?.kind === 'voice' ? attachment.seconds : 0,
    async address(how) {
      const { url } =
        how === 'renewed'
          ? await renewMedia(chats, messageId)
          : await chats.queryClient.fetchQuery(mediaQuery(chats, messageId));
      return url;
    },
    next() {
      const following = nextVoice(heldHistory(chats.queryClient, chatRoomId)?.messages ?? [], seedOrder);
      return following && storedTrack(chats, following);
    },
  };
}

/** A voice message on this device only. */
export function localTrack({ id, seconds, file }: { id: string; seconds: number; file: Blob }): Track {
  return { id, seconds, address: async () => URL.createObjectURL(file) };
}
