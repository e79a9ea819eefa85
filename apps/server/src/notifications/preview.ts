import { FIXED } from '@yonder/contract';

const whole = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a notification says of a text: at most 100 characters, none of them cut in two; null where nothing is left. */
export function previewOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length <= FIXED.messagePreviewLength) return trimmed === '' ? null : trimmed;
  let end = 0;
  for (const { index, segment } of whole.segment(trimmed)) {
    if (index + segment.length > FIXED.messagePreviewLength) break;
    end = index + segment.length;
  }
  return end === 0 ? null : trimmed.slice(0, end).trimEnd();
}
