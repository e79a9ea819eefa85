import { useLingui } from '@lingui/react/macro';
import { CaretDownIcon } from '../../../ui/icons.ts';
import styles from './jump-to-newest.module.css';
import { UnreadCount } from './UnreadCount.tsx';

export function JumpToNewest({ unread, onJump }: { unread: number; onJump: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.jump} title={t`Newest messages`} onClick={onJump}>
      {unread > 0 && <UnreadCount unread={unread} />}
      <CaretDownIcon size={22} aria-label={t`Newest messages`} aria-hidden={undefined} role="img" />
    </button>
  );
}
