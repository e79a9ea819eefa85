import * as z from 'zod/mini';
import { tabMemory, type Memory } from '../../lib/personal-storage.ts';

/** The content of the composer. */
const draft = z.object({
  content: z.string(),
  region: z.string(),
  ageRange: z.string(),
  language: z.string(),
});
export type Draft = z.infer<typeof draft>;

/** Stored until the moment is posted. */
export function momentDraft(userId: string): Memory<Draft> {
  return tabMemory('moment', draft, () => userId);
}
