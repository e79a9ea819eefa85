import type { Attachment } from '@yonder/contract';
import { localTrack, storedTrack } from '../media/tracks.ts';
import type { Delivery } from '../timeline.ts';
import { useChats } from '../use-chats.ts';
import { UploadRing } from './UploadRing.tsx';
import { VoicePlayer } from './VoicePlayer.tsx';

interface VoiceProps {
  voice: Extract<Attachment, { kind: 'voice' }>;
  delivery: Delivery;
}

/** A voice message: an upload can be cancelled, a failed one can still be played. */
export function Voice({ voice: { seconds, waveform }, delivery }: VoiceProps) {
  const chats = useChats();
  if ('message' in delivery) return <VoicePlayer track={storedTrack(chats, delivery.message)} waveform={waveform} />;
  const { unsent, state } = delivery;
  const { clientMessageId: id, media } = unsent;
  if (media === null) return null;
  return (
    <VoicePlayer
      track={localTrack({ id, seconds, file: media.file })}
      waveform={waveform}
      instead={state === 'sending' && media.path === null ? <UploadRing unsent={unsent} /> : undefined}
    />
  );
}
