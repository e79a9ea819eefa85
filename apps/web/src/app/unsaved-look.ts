import { APPEARANCES, COLOR_THEMES, FIXED, LANGUAGES } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Memory } from '../lib/personal-storage.ts';

/** What a page has chosen and had no answer to as it went away, and when it was chosen. */
export const leftLook = z.object({
  chosen: z.partial(
    z.object({ theme: z.enum(APPEARANCES), language: z.enum(LANGUAGES), selectedTheme: z.enum(COLOR_THEMES) }),
  ),
  at: z.number(),
});
type LeftLook = z.infer<typeof leftLook>;

/** How the app looks and reads, as far as it was chosen. */
export type Look = LeftLook['chosen'];

interface UnsavedLookDeps {
  /** From a page to the next one of its tab. */
  memory: Memory<LeftLook>;
  now: () => number;
  save: (chosen: Look) => Promise<unknown>;
  /** It was not refused, it was not heard. */
  isPassing: (error: unknown) => boolean;
  warn: (error: unknown) => void;
}

/** What was chosen here and has not reached the account yet, whose choices every page takes over as it loads. */
export function createUnsavedLook({ memory, now, save, isPassing, warn }: UnsavedLookDeps) {
  let unheard: LeftLook | null = null;
  let isRead = false;

  function keep(chosen: Look): void {
    const latest = { chosen: { ...unheard?.chosen, ...chosen }, at: now() };
    unheard = latest;
    const heard = (): void => {
      if (unheard === latest) unheard = null;
    };
    save(chosen).then(heard, (error: unknown) => {
      warn(error);
      if (!isPassing(error)) heard();
    });
  }

  return {
    keep,
    /** What counts of an account's choices on this device; what the account has not heard of is sent again. */
    over(account: Required<Look>): Required<Look> {
      const left = memory.recall();
      memory.forget();
      isRead = true;
      // Later somebody may have chosen otherwise elsewhere.
      const isFresh = left !== null && now() - left.at < FIXED.aliveMs;
      const again = { ...(isFresh && left.chosen), ...unheard?.chosen };
      if (isFresh || unheard) keep(again);
      return { ...account, ...again };
    },
    leavePage(): void {
      if (unheard !== null) memory.remember(unheard);
      // Of a page that was shown again.
      else if (isRead) memory.forget();
    },
  };
}
