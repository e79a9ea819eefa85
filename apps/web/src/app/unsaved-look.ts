import { APPEARANCES, COLOR_THEMES, FIXED, LANGUAGES } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Memory } from '../lib/personal-storage.ts';

/** Choices that the page had no answer to when it went away, and their time. */
export const leftLook = z.object({
  chosen: z.partial(
    z.object({ theme: z.enum(APPEARANCES), language: z.enum(LANGUAGES), selectedTheme: z.enum(COLOR_THEMES) }),
  ),
  at: z.number(),
});
type LeftLook = z.infer<typeof leftLook>;

/** The theme and language, as far as they were chosen. */
export type Look = LeftLook['chosen'];

interface UnsavedLookDeps {
  /** Passed from a page to the next one of its tab. */
  memory: Memory<LeftLook>;
  now: () => number;
  save: (chosen: Look) => Promise<unknown>;
  /** The request failed without a refusal. */
  isPassing: (error: unknown) => boolean;
  warn: (error: unknown) => void;
}

/** Choices made here that the account does not have yet; a page load, which applies the account's, would undo them. */
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
    /** The account's choices with the unsaved ones on top; those are sent again. */
    over(account: Required<Look>): Required<Look> {
      const left = memory.recall();
      memory.forget();
      isRead = true;
      // Older choices may have been superseded on another device.
      const isFresh = left !== null && now() - left.at < FIXED.aliveMs;
      const again = { ...(isFresh && left.chosen), ...unheard?.chosen };
      if (isFresh || unheard) keep(again);
      return { ...account, ...again };
    },
    leavePage(): void {
      if (unheard !== null) memory.remember(unheard);
      // Left by a page that the browser has restored.
      else if (isRead) memory.forget();
    },
  };
}
