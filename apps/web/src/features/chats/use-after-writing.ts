import { useEffect, useEffectEvent, useRef } from 'react';
import { onWake } from './wake.ts';

interface AfterWriting {
  /** What was written last in this tab and room; null: nothing yet. */
  lastWritten: string | null;
  /** What waits stands below a window that ends before the newest message. */
  isCutOff: boolean;
  /** The end of the list stands on the screen. */
  isAtEnd: boolean;
  toNewest: () => Promise<void>;
  /** The newest messages cannot be had now. */
  cutOff: () => void;
}

/** Whoever writes wants to see it: after the newest message, or below what is there until that can be had again. */
export function useAfterWriting({ lastWritten, isCutOff, isAtEnd, toNewest, cutOff }: AfterWriting): void {
  const seen = useRef(lastWritten);
  const show = useEffectEvent(() => void toNewest().catch(cutOff));
  const showAgain = useEffectEvent(() => {
    // Whoever has gone on to read further up stays there.
    if (isAtEnd) show();
  });
  useEffect(() => {
    if (lastWritten === seen.current) return;
    seen.current = lastWritten;
    show();
  }, [lastWritten]);
  useEffect(() => (isCutOff ? onWake(() => showAgain()) : undefined), [isCutOff]);
}
