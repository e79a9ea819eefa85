import { useEffect, useEffectEvent, useRef } from 'react';
import { onWake } from './wake.ts';

interface AfterWriting {
  /** The last message written in this tab and room; null: none yet. */
  lastWritten: string | null;
  /** Whether unsent messages stand below a window that ends before the newest message. */
  isCutOff: boolean;
  /** Whether the list is at its end. */
  isAtEnd: boolean;
  toNewest: () => Promise<void>;
  /** Runs when the newest messages cannot be loaded. */
  cutOff: () => void;
}

/** Shows what the user has written: after the newest message, or below the loaded ones until it can be had. */
export function useAfterWriting({ lastWritten, isCutOff, isAtEnd, toNewest, cutOff }: AfterWriting): void {
  const seen = useRef(lastWritten);
  const show = useEffectEvent(() => void toNewest().catch(cutOff));
  const showAgain = useEffectEvent(() => {
    // A user reading further up stays there.
    if (isAtEnd) show();
  });
  useEffect(() => {
    if (lastWritten === seen.current) return;
    seen.current = lastWritten;
    show();
  }, [lastWritten]);
  useEffect(() => (isCutOff ? onWake(() => showAgain()) : undefined), [isCutOff]);
}
