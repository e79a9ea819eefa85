import { preview } from '@yonder/contract';

/** What a notification says of a text; null where nothing is left. */
export function previewOf(text: string): string | null {
  return preview(text.trim()).trimEnd() || null;
}
