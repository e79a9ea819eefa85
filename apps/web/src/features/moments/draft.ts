import * as z from 'zod/mini';
import { tabMemory, type Memory } from '../../lib/personal-storage.ts';

/** A moment that is being written. */
const draft = z.object({
  content: z.string(),
  region: z.string(),
  ageRange: z.string(),
  language: z.string(),
});
export type Draft = z.infer<typeof draft>;

/** Kept until it is posted. */
export function momentDraft(userId: string): Memory<Draft> {
  return tabMemory('moment', draft, () => userId);
}
