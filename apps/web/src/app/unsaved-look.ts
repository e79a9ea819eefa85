import { APPEARANCES, COLOR_THEMES, LANGUAGES } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Memory } from '../lib/personal-storage.ts';

/** How the app looks and reads, as far as it was chosen. */
export const look = z.partial(
  z.object({ theme: z.enum(APPEARANCES), language: z.enum(LANGUAGES), selectedTheme: z.enum(COLOR_THEMES) }),
);
export type Look = z.infer<typeof look>;

interface UnsavedLookDeps {
  /** From a page to the next one of its tab. */
  memory: Memory<Look>;
  save: (chosen: Look) => Promise<unknown>;
  warn: (error: unknown) => void;
}

/** What was chosen here and has not reached the account yet, whose choices every page takes over as it loads. */
export function createUnsavedLook({ memory, save, warn }: UnsavedLookDeps) {
  let latest: Look | null = null;

  /** With what waits already: once it is answered, nothing does. */
  function keep(chosen: Look): void {
    const unsaved = { ...memory.recall(), ...chosen };
    latest = unsaved;
    memory.remember(unsaved);
    save(unsaved).then(() => latest === unsaved && memory.forget(), warn);
  }

  return {
    keep,
    /** What counts of an account's choices on this device; what has not reached it is sent again. */
    over(account: Required<Look>): Required<Look> {
      const unsaved = memory.recall();
      if (unsaved !== null) keep(unsaved);
      return { ...account, ...unsaved };
    },
  };
}
