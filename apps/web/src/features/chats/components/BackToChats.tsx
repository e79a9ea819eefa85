import { useLingui } from '@lingui/react/macro';
import { IconLink } from '../../../ui/IconButton.tsx';
import { CaretLeftIcon } from '../../../ui/icons.ts';
import styles from './room-header.module.css';

/** For phones, where the list is not beside the room. */
export function BackToChats() {
  const { t } = useLingui();
  return (
    <span className={styles.back}>
      <IconLink to="/chats" label={t`Back to chats`}>
        <CaretLeftIcon size={24} data-turns="" />
      </IconLink>
    </span>
  );
}
