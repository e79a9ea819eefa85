import type { Quote } from '@yonder/contract';
import { useRoomActions } from '../room-actions.ts';
import { useSummaryText } from '../use-summary-text.ts';
import styles from './quote-box.module.css';
import { Trans } from '@lingui/react/macro';

/** The quoted message; a tap scrolls to it. */
export function QuoteBox({ quote, onGo }: { quote: Quote; onGo: (seedOrder: number) => void }) {
  const { you, otherName } = useRoomActions();
  return (
    <button type="button" className={styles.quote} onClick={() => onGo(quote.seedOrder)}>
      <QuoteWords quote={quote} you={you} otherName={otherName} />
    </button>
  );
}

export function QuoteWords({ quote, you, otherName }: { quote: Quote; you: string; otherName: string }) {
  const isYours = quote.senderId === you;
  const words = useSummaryText(quote.summary, quote.content);
  return (
    <>
      <strong className={styles.name} dir="auto" translate={isYours ? undefined : 'no'}>
        {isYours ? <Trans context="author">You</Trans> : otherName}
      </strong>
      <span className={styles.words} dir="auto">
        {words}
      </span>
    </>
  );
}
