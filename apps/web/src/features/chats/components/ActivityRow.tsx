import { Trans } from '@lingui/react/macro';
import { Hills } from '../../../ui/Hills.tsx';
import { MicrophoneIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import styles from './activity-row.module.css';

/** Three hills: they are writing, or speaking, right now. */
export function ActivityRow({ name, activity }: { name: string; activity: 'typing' | 'recording' }) {
  return (
    <div className={styles.row}>
      <span className={styles.bubble}>
        {activity === 'recording' && <MicrophoneIcon size={16} />}
        <Hills />
        <span className={text.unseen}>
          {activity === 'typing' ? <Trans>{name} is typing</Trans> : <Trans>{name} is recording</Trans>}
        </span>
      </span>
    </div>
  );
}
