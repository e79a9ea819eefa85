import { Trans, useLingui } from '@lingui/react/macro';
import type { CallView } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import { isOtherMuted } from '../view.ts';
import { MicrophoneSlashIcon } from './icons.ts';
import styles from './other-muted.module.css';

interface OtherMutedProps {
  /** Null before there is a call. */
  call: CallView | null;
}

/** Marks the partner as muted: the silence is no broken connection. For a flex line. */
export function OtherMuted({ call }: OtherMutedProps) {
  if (call === null || !isOtherMuted(call)) return null;
  return (
    <span className={styles.mark}>
      <MicrophoneSlashIcon size={16} weight="bold" />
      <span>
        <Trans>Muted</Trans>
      </span>
    </span>
  );
}

/** Announces once that the partner is muted; the end of it is heard. */
export function OtherMutedAloud({ call }: OtherMutedProps) {
  const { t } = useLingui();
  return (
    <p className={text.unseen} role="status">
      {call !== null && isOtherMuted(call) && t`They are muted`}
    </p>
  );
}

/** The line above the partner's name. */
export function CallLine({ call }: OtherMutedProps) {
  return (
    <p className={`${text.label} ${styles.line}`}>
      <span>
        <Trans>Voice Call</Trans>
      </span>
      <OtherMuted call={call} />
    </p>
  );
}
