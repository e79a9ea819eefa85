import * as z from 'zod/mini';
import { personalName } from '../../lib/personal-storage.ts';

/** A moment that is being written. */
const draft = z.object({
  content: z.string(),
  region: z.string(),
  ageRange: z.string(),
  language: z.string(),
});
export type Draft = z.infer<typeof draft>;

/** Kept in this tab until it is posted. */
export function readDraft(userId: string): Draft | null {
  const kept = sessionStorage.getItem(nameOf(userId));
  if (kept === null) return null;
  try {
    return draft.safeParse(JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}

export function keepDraft(userId: string, written: Draft): void {
  sessionStorage.setItem(nameOf(userId), JSON.stringify(written));
}

export function dropDraft(userId: string): void {
  sessionStorage.removeItem(nameOf(userId));
}

function nameOf(userId: string): string {
  return `${personalName(userId)}-moment`;
}
