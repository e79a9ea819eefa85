import { Plural } from '@lingui/react/macro';
import { useFollowCases } from '../features/moderation/index.ts';
import text from '../ui/text.module.css';
import styles from './nav.module.css';

const MOST = 99;

/** How many cases wait to be looked at. */
export function CasesBadge() {
  const open = useFollowCases();
  if (open === null || open === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{open > MOST ? `${MOST}+` : open}</span>
      <span className={text.unseen}>
        <Plural value={open} one="# open case" other="# open cases" />
      </span>
    </span>
  );
}
