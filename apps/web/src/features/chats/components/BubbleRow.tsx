import { Trans, useLingui } from '@lingui/react/macro';
import { CheckIcon, ChecksIcon, WarningCircleIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import type { Draft } from '../history.ts';
import type { Bubble, Delivery, RunPlace } from '../timeline.ts';
import { timeOfDay } from '../when.ts';
import styles from './bubble-row.module.css';

interface BubbleRowProps {
  bubble: Bubble;
  run: RunPlace;
  otherName: string;
  onRetry: (draft: Draft) => void;
}

export function BubbleRow({ bubble: { side, content, at, delivery }, run, otherName, onRetry }: BubbleRowProps) {
  const endsRun = run === 'single' || run === 'last';
  return (
    <div className={styles.row} data-side={side} data-run={run} data-state={delivery.state}>
      <div className={styles.bubble}>
        <span className={text.unseen}>{side === 'me' ? <Trans>You</Trans> : otherName}: </span>
        <p dir="auto">{content}</p>
      </div>
      {endsRun && <BubbleFoot side={side} at={at} delivery={delivery} onRetry={onRetry} />}
    </div>
  );
}

interface BubbleFootProps {
  side: Bubble['side'];
  at: number;
  delivery: Delivery;
  onRetry: (draft: Draft) => void;
}

function BubbleFoot({ side, at, delivery, onRetry }: BubbleFootProps) {
  const { i18n } = useLingui();
  if (delivery.state === 'failed') {
    return (
      <button type="button" className={styles.retry} onClick={() => onRetry(delivery.draft)}>
        <WarningCircleIcon size={16} />
        <Trans>Not sent. Tap to try again</Trans>
      </button>
    );
  }
  return (
    <span className={styles.foot}>
      <time dateTime={new Date(at).toISOString()}>{timeOfDay(at, i18n.locale)}</time>
      {side === 'me' && <Receipt state={delivery.state} />}
    </span>
  );
}

function Receipt({ state }: { state: 'sending' | 'sent' | 'read' }) {
  if (state === 'sending') return <Trans>Sending</Trans>;
  return state === 'sent' ? (
    <>
      <CheckIcon size={15} />
      <span className={text.unseen}>
        <Trans>Sent</Trans>
      </span>
    </>
  ) : (
    <>
      <ChecksIcon size={16} />
      <span className={text.unseen}>
        <Trans>Read</Trans>
      </span>
    </>
  );
}
