import type { Attachment as Data, Message } from '@yonder/contract';
import { CallLine } from './CallLine.tsx';
import { Image } from './Image.tsx';
import { OneTimeImage } from './OneTimeImage.tsx';
import { Voice } from './Voice.tsx';

interface AttachmentProps {
  attachment: Data;
  side: 'me' | 'them';
  /** Null while it is on its way: its media are not on the server yet. */
  message: Message | null;
}

/** What a message carries beside its words. */
export function Attachment({ attachment, side, message }: AttachmentProps) {
  switch (attachment.kind) {
    case 'voice':
      return <Voice voice={attachment} message={message} />;
    case 'image':
      return <Image image={attachment} message={message} />;
    case 'one_time_image':
      return <OneTimeImage image={attachment} side={side} message={message} />;
    case 'call':
      return <CallLine call={attachment} side={side} message={message} />;
    default:
      return attachment satisfies never;
  }
}
