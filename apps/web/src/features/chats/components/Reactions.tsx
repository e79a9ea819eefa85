import { useLingui } from '@lingui/react/macro';
import type { Message } from '@yonder/contract';
import { listed } from '../../../lib/listed.ts';
import { useRoomActions } from '../room-actions.ts';
import styles from './reactions.module.css';

/** Reactions of both members. A tap takes back your own, or joins the partner's. */
export function Reactions({ message }: { message: Message }) {
  const { t, i18n } = useLingui();
  const { you, otherName, react } = useRoomActions();
  if (message.isDeleted || message.reactions.length === 0) return null;
  const mine = message.reactions.find(({ userId }) => userId === you)?.emoji ?? null;
  const emojis = new Set(message.reactions.map(({ emoji }) => emoji));
  return (
    <span className={styles.reactions}>
      {[...emojis].map((emoji) => {
        const count = message.reactions.filter((one) => one.emoji === emoji).length;
        const who = [
          ...(emoji === mine ? [t({ message: 'You', context: 'author' })] : []),
          ...(count > 1 || emoji !== mine ? [otherName] : []),
        ];
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={emoji === mine}
            aria-label={`${emoji} ${listed(who, i18n.locale)}`}
            onClick={() => react(message, emoji === mine ? null : emoji)}
          >
            <span>{emoji}</span>
            {count > 1 && <span>{count}</span>}
          </button>
        );
      })}
    </span>
  );
}
