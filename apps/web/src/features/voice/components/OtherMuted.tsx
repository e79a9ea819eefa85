import { Trans, useLingui } from '@lingui/react/macro';
import type { CallView } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import { isOtherMuted } from '../view.ts';
import { MicrophoneSlashIcon } from './icons.ts';
import styles from './other-muted.module.css';

interface OtherMutedProps {
  /** Null before there is one. */
  call: CallView | null;
}

/** By the other's figure, as long as no voice comes from there: the silence is no broken line. Stands in a flex line. */
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

/** The same, said once as it begins; its end is heard. */
export function OtherMutedAloud({ call }: OtherMutedProps) {
  const { t } = useLingui();
  return (
    <p className={text.unseen} role="status">
      {call !== null && isOtherMuted(call) && t`They are muted`}
    </p>
  );
}

/** Above the name of the other. */
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
