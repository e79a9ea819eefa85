import { Menu as Base } from '@base-ui/react/menu';
import { useLingui } from '@lingui/react/macro';
import type { Message } from '@yonder/contract';
import { ContextMenu } from '../../../ui/ContextMenu.tsx';
import { ArrowBendUpLeftIcon, CopyIcon, FlagIcon, SmileyIcon, TrashIcon } from '../../../ui/icons.ts';
import { MenuItem } from '../../../ui/Menu.tsx';
import type { MenuPlace } from '../room-actions.ts';
import styles from './message-menu.module.css';

const QUICK_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

export interface MessageMenuProps {
  message: Message;
  at: MenuPlace;
  you: string;
  /** Actions that are allowed. */
  can: { answer: boolean; delete: boolean };
  onReply: () => void;
  onReact: (emoji: string | null) => void;
  onMoreReactions: () => void;
  onCopy: () => void;
  onDelete: () => void;
  onReport: () => void;
  onClose: () => void;
}

export function MessageMenu({ message, at, you, can, ...on }: MessageMenuProps) {
  const { t } = useLingui();
  const mine = message.reactions.find(({ userId }) => userId === you)?.emoji ?? null;
  return (
    <ContextMenu label={t`Message actions`} anchor={at.kind === 'element' ? at.element : at} onClose={on.onClose}>
      {can.answer && (
        <div className={styles.quick} role="group" aria-label={t`React`}>
          {QUICK_REACTIONS.map((emoji) => (
            <Base.Item
              key={emoji}
              className={styles.emoji}
              aria-label={emoji === mine ? t`Take back ${emoji}` : emoji}
              data-mine={emoji === mine || undefined}
              onClick={() => on.onReact(emoji === mine ? null : emoji)}
            >
              {emoji}
            </Base.Item>
          ))}
          <Base.Item className={styles.emoji} aria-label={t`More reactions`} onClick={on.onMoreReactions}>
            <SmileyIcon size={24} />
          </Base.Item>
        </div>
      )}
      {can.answer && (
        <MenuItem icon={ArrowBendUpLeftIcon} onChoose={on.onReply}>
          {t`Reply`}
        </MenuItem>
      )}
      {message.content !== '' && (
        <MenuItem icon={CopyIcon} onChoose={on.onCopy}>
          {t`Copy`}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem icon={TrashIcon} onChoose={on.onDelete}>
          {t`Delete for both`}
        </MenuItem>
      )}
      {message.senderId !== you && (
        <MenuItem icon={FlagIcon} onChoose={on.onReport}>
          {t`Report`}
        </MenuItem>
      )}
    </ContextMenu>
  );
}
