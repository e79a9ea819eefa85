import { Trans, useLingui } from '@lingui/react/macro';
import {
  EmojiPicker as Base,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
} from 'frimousse';
import styles from './emoji-picker.module.css';
import { loadEmoji } from './load-emoji.ts';

const COLUMNS = 8;

/** All emoji, by group and by word, in the user's language. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { t, i18n } = useLingui();
  return (
    <Base.Root
      className={styles.picker}
      columns={COLUMNS}
      locale={i18n.locale}
      resolveEmojiData={loadEmoji}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <Base.Search className={styles.search} placeholder={t`Search`} aria-label={t`Search emoji`} />
      <Base.Viewport className={styles.viewport}>
        <Base.Loading className={styles.note}>
          <Trans>Loading...</Trans>
        </Base.Loading>
        <Base.Empty className={styles.note}>
          <Trans>No emoji of that name</Trans>
        </Base.Empty>
        <Base.List components={COMPONENTS} />
      </Base.Viewport>
    </Base.Root>
  );
}

const COMPONENTS = { CategoryHeader, Emoji };

function CategoryHeader({ category, ...rest }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...rest} className={styles.group}>
      {category.label}
    </div>
  );
}

function Emoji({ emoji, ...rest }: EmojiPickerListEmojiProps) {
  return (
    <button {...rest} type="button" className={styles.emoji} data-active={emoji.isActive || undefined}>
      {emoji.emoji}
    </button>
  );
}
