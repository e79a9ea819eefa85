import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment, Post } from '@yonder/contract';
import { useEffect, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useGoFromHere } from '../../../lib/use-go.ts';
import { Button } from '../../../ui/Button.tsx';
import { SeededAvatar } from '../../../ui/scene/index.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import text from '../../../ui/text.module.css';
import { showToast } from '../../../ui/toast/toasts.ts';
import { toggled } from '../../../lib/toggled.ts';
import { noticeSeen } from '../api/notice-seen.ts';
import { commentsQuery, postQuery } from '../api/queries.ts';
import { commentsOn } from '../comments-on.ts';
import { useStartChats } from '../use-start-chats.ts';
import { CommentRow } from './CommentRow.tsx';
import styles from './comments.module.css';

/** The comments, for the moment's author to start chats from. */
export function Comments({ post }: { post: Post }) {
  const { t } = useLingui();
  const { data: comments, error, isFetching, refetch } = useQuery(commentsQuery(post.id));
  useComing(post.id);
  const count = commentsOn(post, comments?.length);
  const shown = comments?.length ?? count;
  return (
    <section className={styles.comments} aria-labelledby="comments">
      <header className={styles.head}>
        <h2 id="comments" className={text.title}>
          <Plural value={count} _0="No comments yet" one="# comment on your moment" other="# comments on your moment" />
        </h2>
        <p className={text.muted}>
          {comments?.length === 0 ? (
            <Trans>They appear here as people reply. Only you can see them.</Trans>
          ) : (
            <Trans>Choose who to talk to. Only you can see these.</Trans>
          )}
        </p>
        {shown < count && <p className={text.muted}>{t`Up to ${shown} shown`}</p>}
      </header>
      {comments ? (
        <Choosing key={post.id} postId={post.id} comments={comments} />
      ) : (
        <Waiting error={error} busy={isFetching} onAgain={() => void refetch()} />
      )}
    </section>
  );
}

/** Loads new comments while they are shown and marks their notification as read. */
function useComing(postId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const seen = (): void => {
      // The notification stays in the list.
      noticeSeen(postId).catch(() => {});
    };
    seen();
    return client.live.on('notification.created', ({ kind, postId: about }) => {
      if (kind !== 'comment' || about !== postId) return;
      void queryClient.invalidateQueries(commentsQuery(postId));
      void queryClient.invalidateQueries(postQuery(postId));
      seen();
    });
  }, [postId, queryClient]);
}

function Waiting({ error, busy, onAgain }: { error: Error | null; busy: boolean; onAgain: () => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.waiting}>
      {error === null ? (
        <Skeleton lines={4} label={t`Loading...`} />
      ) : (
        <>
          <p className={text.muted}>{errorText(error)}</p>
          <Button size="sm" busy={busy} onClick={onAgain}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

function Choosing({ postId, comments }: { postId: string; comments: readonly Comment[] }) {
  const { t } = useLingui();
  const go = useGoFromHere();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { starting, start } = useStartChats(postId, (rooms) => {
    const [room] = new Set(rooms);
    if (new Set(rooms).size === 1) go(`/chat/${room}`);
    else {
      showToast({ message: t`Your chats have begun.`, type: 'success', themeAccent: 'mode1' });
      go('/chats');
    }
  });
  // Comments removed in the meantime are no longer chosen.
  const ready = comments.filter(({ id, chatRoomId }) => chosen.has(id) && chatRoomId === null);
  const choose = (id: string): void => setChosen(toggled(chosen, id));
  return (
    <>
      <ul className={styles.list}>
        {comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            chosen={ready.includes(comment)}
            failed={starting.kind === 'failed' ? starting.why.get(comment.id) : undefined}
            onChoose={() => choose(comment.id)}
          />
        ))}
      </ul>
      {ready.length > 0 && (
        <div className={styles.bar}>
          <span className={styles.faces} aria-hidden="true">
            {ready.slice(0, 3).map(({ id, seed }) => (
              <SeededAvatar key={id} seed={seed} size={36} />
            ))}
          </span>
          <p className={text.muted} role="status">
            <Plural value={ready.length} one="# selected" other="# selected" />
          </p>
          <Button
            look="go"
            size="sm"
            busy={starting.kind === 'busy'}
            onClick={() => void start(ready.map(({ id }) => id)).then((failed) => setChosen(new Set(failed)))}
          >
            {starting.kind === 'failed' ? (
              <Trans>Try again</Trans>
            ) : (
              <Plural value={ready.length} one="Start # chat" other="Start # chats" />
            )}
          </Button>
        </div>
      )}
    </>
  );
}
