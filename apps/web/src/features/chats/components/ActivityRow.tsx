import { useLingui } from '@lingui/react/macro';
import { Hills } from '../../../ui/Hills.tsx';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import { useRoomActions } from '../room-actions.ts';
import styles from './activity-row.module.css';

/** Three hills while the partner types or records. */
export function ActivityRow({ activity }: { activity: 'typing' | 'recording' }) {
  const { t } = useLingui();
  const { otherName: name } = useRoomActions();
  return (
    <div className={styles.row}>
      <span className={styles.bubble}>
        {activity === 'recording' && <MicrophoneIcon size={16} />}
        <Hills />
        <span className={text.unseen}>{activity === 'typing' ? t`${name} is typing` : t`${name} is recording`}</span>
      </span>
    </div>
  );
}
