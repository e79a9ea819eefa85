import { Popover } from '@base-ui/react/popover';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { SmileyIcon } from '../../../ui/icons.ts';
import { LaterEmojiPicker } from '../emoji/LaterEmojiPicker.tsx';
import styles from './emoji-button.module.css';

/** For keyboards without emoji. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  // The field takes the focus after a pick; otherwise the focus returns to where it was.
  const hasPicked = useRef(false);
  function change(open: boolean): void {
    hasPicked.current = false;
    setIsOpen(open);
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <Popover.Trigger className={styles.button} aria-label={t`Emoji`} title={t`Emoji`}>
        <SmileyIcon size={24} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles.place} side="top" align="end" sideOffset={12} collisionPadding={12}>
          <Popover.Popup className={styles.popup} aria-label={t`Emoji`} finalFocus={() => !hasPicked.current}>
            <LaterEmojiPicker
              onPick={(emoji) => {
                hasPicked.current = true;
                setIsOpen(false);
                onPick(emoji);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
