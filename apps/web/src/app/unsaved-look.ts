import { APPEARANCES, COLOR_THEMES, FIXED, LANGUAGES } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Memory } from '../lib/personal-storage.ts';

const lookShape = z.partial(
  z.object({ theme: z.enum(APPEARANCES), language: z.enum(LANGUAGES), selectedTheme: z.enum(COLOR_THEMES) }),
);

/** How the app looks and reads, as far as it was chosen. */
export type Look = z.infer<typeof lookShape>;

/** What a page had no answer to as it went away, and when that was. */
export const leftLook = z.object({ chosen: lookShape, at: z.number() });

interface UnsavedLookDeps {
  /** From a page to the next one of its tab. */
  memory: Memory<z.infer<typeof leftLook>>;
  now: () => number;
  save: (chosen: Look) => Promise<unknown>;
  warn: (error: unknown) => void;
}

/** What was chosen here and is on its way to the account, whose choices every page takes over as it loads. */
export function createUnsavedLook({ memory, now, save, warn }: UnsavedLookDeps) {
  let unanswered: Look | null = null;

  function keep(chosen: Look): void {
    const latest = { ...unanswered, ...chosen };
    unanswered = latest;
    const answered = (): void => {
      if (unanswered === latest) unanswered = null;
    };
    save(chosen).catch(warn).finally(answered);
  }

  return {
    keep,
    /** What counts of an account's choices on this device; what the page before had no answer to is sent again. */
    over(account: Required<Look>): Required<Look> {
      const left = memory.recall();
      memory.forget();
      // Later somebody may have chosen otherwise elsewhere.
      if (left !== null && now() - left.at < FIXED.aliveMs) keep(left.chosen);
      return { ...account, ...unanswered };
    },
    leavePage(): void {
      if (unanswered !== null) memory.remember({ chosen: unanswered, at: now() });
    },
  };
}
