import type { Attachment as Data } from '@yonder/contract';
import type { Delivery } from '../timeline.ts';
import { CallLine } from './CallLine.tsx';
import { Image } from './Image.tsx';
import { OneTimeImage } from './OneTimeImage.tsx';
import { Voice } from './Voice.tsx';

interface AttachmentProps {
  attachment: Data;
  side: 'me' | 'them';
  delivery: Delivery;
}

export function Attachment({ attachment, side, delivery }: AttachmentProps) {
  switch (attachment.kind) {
    case 'voice':
      return <Voice voice={attachment} delivery={delivery} />;
    case 'image':
      return <Image image={attachment} delivery={delivery} />;
    case 'one_time_image':
      return <OneTimeImage image={attachment} side={side} delivery={delivery} />;
    case 'call':
      return <CallLine call={attachment} side={side} delivery={delivery} />;
    default:
      return attachment satisfies never;
  }
}
