import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FIXED, toVisibleText } from '@yonder/contract';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Textarea } from '../../../ui/Field.tsx';
import text from '../../../ui/text.module.css';
import { showToast } from '../../../ui/toast/toasts.ts';
import { useAddComment } from '../api/add-comment.ts';
import { commentsLeftQuery } from '../api/queries.ts';
import { useNewComments } from '../use-new-comments.ts';
import { Domes } from './Domes.tsx';
import styles from './reply.module.css';

/** A comment on another user's moment, which only its author can read. */
export function Reply({ postId, onClose }: { postId: string; onClose: (() => void) | null }) {
  const { t } = useLingui();
  const when = useNewComments();
  const [content, setContent] = useState('');
  const comment = toVisibleText(content, 'lines');
  const { data: remaining } = useQuery(commentsLeftQuery);
  const words = useRef<HTMLTextAreaElement>(null);
  // Opened by a press, so the user wants to write.
  useEffect(() => {
    if (onClose !== null) words.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- only when it opens
  }, []);
  const isSpent = remaining?.kind === 'left' && remaining.left === 0;
  const saying = useAddComment(postId, {
    onSaid() {
      saying.anew();
      showToast({
        message: t`Your comment was sent. Only the author can read it.`,
        type: 'success',
        themeAccent: 'mode1',
      });
      onClose?.();
    },
    failed: t`Failed to add comment`,
    // Puts the refused text before what was typed in the meantime.
    onRefused: (said) => setContent((begun) => (begun === '' ? said : `${said}\n${begun}`)),
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    if (comment === '' || saying.busy) return;
    setContent('');
    saying.submit(comment);
  }
  return (
    <form className={styles.reply} onSubmit={send}>
      <Textarea
        label={t`Your comment`}
        value={content}
        rows={2}
        dir="auto"
        ref={words}
        maxLength={FIXED.commentLength}
        counted="yes"
        disabled={isSpent}
        onChange={(event) => setContent(event.target.value)}
      />
      <div className={styles.foot}>
        <p className={text.caption} role="status">
          {remaining?.kind === 'left' && (
            <span>
              {t`${plural(remaining.left, {
                0: `None left until ${when}`,
                one: `# left until ${when}`,
                other: `# left until ${when}`,
              })}`}
            </span>
          )}
          {remaining?.kind === 'unlimited' && <Trans>Premium: unlimited</Trans>}
        </p>
        {/* A comment that is being sent cannot be cancelled. */}
        {onClose && !saying.busy && (
          <Button look="quiet" size="sm" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button
          look="go"
          size="sm"
          type="submit"
          busy={saying.busy}
          disabled={!saying.busy && (isSpent || comment === '')}
        >
          <Trans>Send</Trans>
        </Button>
      </div>
      {remaining?.kind === 'left' && <Domes left={remaining.left} />}
    </form>
  );
}
