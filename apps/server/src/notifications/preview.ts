import { preview } from '@yonder/contract';

/** Returns a text's preview; null when nothing is left. */
export function previewOf(text: string): string | null {
  return preview(text.trim()).trimEnd() || null;
}
