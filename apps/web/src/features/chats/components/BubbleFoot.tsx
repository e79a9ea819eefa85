import { Trans, useLingui } from '@lingui/react/macro';
import type { Reason } from '@yonder/contract';
import { REASON_TEXTS } from '../../../lib/reason-texts.ts';
import { CheckIcon, ChecksIcon, WarningCircleIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import { useRoomActions } from '../room-actions.ts';
import type { Bubble } from '../timeline.ts';
import type { Unsent } from '../unsent.ts';
import { timeOfDay } from '../../../lib/when.ts';
import styles from './bubble-foot.module.css';

/** Rejections of the text itself: sending it again fails again. */
const WORDS: ReadonlySet<Reason | undefined> = new Set<Reason>([
  'words-refused',
  'contact-held-back',
  'said-too-often',
]);

export function BubbleFoot({ bubble: { side, at, says, delivery } }: { bubble: Bubble }) {
  const { i18n } = useLingui();
  if (delivery.state === 'failed') return <Failed unsent={delivery.unsent} />;
  return (
    <span className={styles.foot}>
      <time dateTime={new Date(at).toISOString()}>{timeOfDay(at, i18n.locale)}</time>
      {side === 'me' && says.attachment?.kind !== 'call' && <Receipt state={delivery.state} />}
    </span>
  );
}

function Failed({ unsent }: { unsent: Unsent }) {
  const { i18n } = useLingui();
  const { retry, rewrite, discard, isOpen } = useRoomActions();
  const isOfWords = unsent.media === null && WORDS.has(unsent.reason);
  return (
    <span className={styles.failed}>
      {unsent.reason && <span className={styles.reason}>{i18n._(REASON_TEXTS[unsent.reason])}</span>}
      {isOfWords ? (
        isOpen && (
          <button type="button" onClick={() => rewrite(unsent)}>
            <WarningCircleIcon size={16} />
            <Trans>Not sent. Tap to change it</Trans>
          </button>
        )
      ) : (
        <button type="button" onClick={() => retry(unsent)}>
          <WarningCircleIcon size={16} />
          <Trans>Not sent. Tap to try again</Trans>
        </button>
      )}
      <button type="button" className={styles.discard} onClick={() => discard(unsent)}>
        <Trans>Discard</Trans>
      </button>
    </span>
  );
}

function Receipt({ state }: { state: 'sending' | 'sent' | 'read' }) {
  if (state === 'sending') {
    return (
      <span>
        <Trans>Sending</Trans>
      </span>
    );
  }
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
