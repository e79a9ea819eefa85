import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { XIcon } from '../../../ui/icons.ts';
import { useRoomActions } from '../room-actions.ts';
import type { Unsent } from '../unsent.ts';
import { useChats } from '../use-chats.ts';
import styles from './upload-ring.module.css';

/** Upload progress; a press cancels the upload. */
export function UploadRing({ unsent }: { unsent: Unsent }) {
  const { t } = useLingui();
  const { progress } = useChats();
  const { discard } = useRoomActions();
  const share = useSyncExternalStore(progress.subscribe, () => progress.get(unsent.clientMessageId)) ?? 0;
  return (
    <button
      type="button"
      className={styles.ring}
      aria-label={t`Cancel sending`}
      title={t`Cancel sending`}
      onClick={() => discard(unsent)}
    >
      <svg
        viewBox="0 0 44 44"
        role="progressbar"
        aria-label={t`Sending`}
        aria-valuenow={Math.round(share * 100)}
        focusable="false"
      >
        <circle cx="22" cy="22" r="19" />
        <circle cx="22" cy="22" r="19" pathLength="1" strokeDasharray={`${Math.max(0.04, share)} 1`} />
      </svg>
      <XIcon size={20} />
    </button>
  );
}
