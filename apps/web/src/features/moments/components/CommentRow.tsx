import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ANONYMOUS, ERASED_COMMENT, TAKEN_AWAY, type Comment } from '@yonder/contract';
import { useShownWords } from '../../../lib/shown-words.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { CheckIcon, SparkleIcon } from '../../../ui/icons.ts';
import { SeededAvatar } from '../../../ui/scene/index.ts';
import { LaterSafetyMenu } from '../../../ui/safety/LaterSafetyMenu.tsx';
import text from '../../../ui/text.module.css';
import { MOMENTS } from '../api/queries.ts';
import { useServerMinute } from '../use-server-minute.ts';
import { ago } from '../when.ts';
import styles from './comments.module.css';

interface CommentRowProps {
  comment: Comment;
  chosen: boolean;
  /** Why no chat was started from the comment. */
  failed: string | undefined;
  onChoose: () => void;
}

/** The author stays anonymous until a chat begins. */
export function CommentRow({ comment, chosen, failed, onChoose }: CommentRowProps) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const shownWords = useShownWords();
  // A removed comment cannot start a chat.
  const isThere = comment.content !== TAKEN_AWAY && comment.content !== ERASED_COMMENT;
  const time = ago(useServerMinute() - comment.createdAt, i18n.locale) ?? t`now`;
  return (
    <li className={styles.row} data-chosen={chosen ? '' : undefined}>
      <span aria-hidden="true">
        <SeededAvatar seed={comment.seed} size={44} />
      </span>
      <p className={styles.name}>
        <span className={text.strong}>{t`Anonymous`}</span>
        {comment.isPaidUser && (
          <span className={styles.premium}>
            <SparkleIcon size={16} weight="fill" />
            <Trans>Premium</Trans>
          </span>
        )}
      </p>
      <div className={styles.words}>
        <p id={comment.id} dir="auto" className={styles.content}>
          {shownWords(comment.content)}
        </p>
        <p className={styles.time}>{time}</p>
        {failed !== undefined && (
          <p className={styles.failed} role="alert">
            {failed}
          </p>
        )}
      </div>
      <div className={styles.controls}>
        {comment.chatRoomId === null && isThere && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={chosen}
              aria-label={t`Start a chat`}
              aria-describedby={comment.id}
              onChange={onChoose}
            />
            <CheckIcon size={18} weight="bold" />
          </label>
        )}
        {comment.chatRoomId !== null && (
          <ButtonLink size="sm" to={`/chat/${comment.chatRoomId}`}>
            <Trans>Open chat</Trans>
          </ButtonLink>
        )}
        <LaterSafetyMenu
          name={ANONYMOUS}
          target={{ type: 'comment', id: comment.id }}
          onBlocked={() => void queryClient.invalidateQueries({ queryKey: MOMENTS })}
        />
      </div>
    </li>
  );
}
