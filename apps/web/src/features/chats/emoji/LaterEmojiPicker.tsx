import { later } from '../../../ui/later.tsx';
import { TryAgain } from '../../../ui/TryAgain.tsx';
import styles from './later-emoji.module.css';

export const LaterEmojiPicker = later(async () => (await import('./EmojiPicker.tsx')).EmojiPicker, {
  waiting: <div className={styles.place} />,
  failed: (again) => (
    <div className={styles.place}>
      <TryAgain again={again} />
    </div>
  ),
});
