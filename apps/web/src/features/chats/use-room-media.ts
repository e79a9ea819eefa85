import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { dismissToast, showToast } from '../../ui/toast/toasts.ts';
import type { Chats } from './cache.ts';
import type { Picture } from './media/picture.ts';
import { type PictureKind, pictureMedia, voiceMedia } from './media/written.ts';
import type { UnsentMedia } from './unsent.ts';
import { useRecorder } from './use-recorder.ts';

/** A picture that is chosen and not sent yet. */
export interface Chosen {
  picture: Picture;
  kind: PictureKind;
}

const OFFER = 'pasted-picture';
/** Time to read it, and to reach it by keyboard. */
const OFFER_MS = 10_000;

interface RoomMediaOptions {
  chatRoomId: string;
  isOpen: boolean;
  write: (media: UnsentMedia, content?: string) => void;
}

/** Voice messages and pictures of a room. */
export function useRoomMedia(chats: Chats, { chatRoomId, isOpen, write }: RoomMediaOptions) {
  const { t } = useLingui();
  const [chosen, choose] = useState<Chosen | null>(null);
  const { player } = chats;
  const recordings = useRecorder(chats, { chatRoomId, isOpen, onSend: (voice) => write(voiceMedia(voice)) });
  // Outside the room there is no control to stop it.
  useEffect(() => player.pause, [player]);
  useEffect(() => () => dismissToast(OFFER), []);

  async function take(files: readonly File[], kind: PictureKind = 'normal'): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    try {
      const { readPicture } = await import('./media/picture.ts');
      choose({ picture: await readPicture(file), kind });
      if (files.length > 1) showToast({ message: t`One picture at a time: this is the first.`, type: 'info' });
    } catch (error) {
      showToast({ message: errorText(error), type: 'error' });
    }
  }
  function offer(files: readonly File[]): void {
    const onClick = (): void => void take(files);
    const message = t`Send the picture, too?`;
    showToast({ id: OFFER, message, duration: OFFER_MS, onClick });
  }
  function sendPicture({ picture, kind }: Chosen, caption: string): void {
    choose(null);
    write(pictureMedia(picture, kind), kind === 'once' ? '' : caption);
  }
  return {
    ...recordings,
    chosen,
    take: (files: readonly File[], kind?: PictureKind) => void take(files, kind),
    offer,
    sendPicture,
    dropPicture: () => choose(null),
  };
}
export type RoomMedia = ReturnType<typeof useRoomMedia>;
