import type { Attachment, Message, Summary } from './chats.ts';
import { FIXED } from './limits.ts';

/** Created when something has to be cut: the tables of how characters look take a slow phone a while. */
let characters: Intl.Segmenter | undefined;

/**
 * Returns what a list or a quote shows of a text: at most `atMost` UTF-16 units, and no visible character cut in two.
 */
export function preview(content: string, atMost: number = FIXED.messagePreviewLength): string {
  if (content.length <= atMost) return content;
  characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let end = 0;
  for (const { index, segment } of characters.segment(content)) {
    if (index + segment.length > atMost) break;
    end = index + segment.length;
  }
  return content.slice(0, end);
}

type Summarised = Pick<Message, 'isDeleted'> & { type: string; attachment: Attachment | null };

/** Returns the kind of a message, for lists and quotes. */
export function summaryOf({ type, attachment, isDeleted }: Summarised): Summary {
  if (isDeleted) return { kind: 'deleted' };
  switch (attachment?.kind) {
    case undefined:
      return { kind: type === 'system' ? 'system' : 'text' };
    case 'image':
      return { kind: 'image' };
    case 'voice':
      return { kind: 'voice', seconds: attachment.seconds };
    case 'one_time_image':
    case 'call':
      return attachment;
    default:
      return attachment satisfies never;
  }
}
