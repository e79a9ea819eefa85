import { Plural, Trans } from '@lingui/react/macro';
import type { Post } from '@yonder/contract';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useAppState } from '../../../state/store.ts';
import { ArrowBendUpLeftIcon, ChatCircleIcon, ChatsCircleIcon } from '../../../ui/icons.ts';
import text from '../../../ui/text.module.css';
import { useAsWished } from '../api/change-post.ts';
import { commentsOn } from '../comments-on.ts';
import { useListed } from '../use-listed.ts';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { Expiry } from './Expiry.tsx';
import styles from './post.module.css';
import { PostHead } from './PostHead.tsx';
import { OthersMenu, OwnMenu } from './PostMenu.tsx';
import { Reply } from './Reply.tsx';

/** Short texts are set large, in characters. */
const BIG_UP_TO = 60;

interface PostArticleProps {
  post: Post;
  /** The moment's comments are shown beside the feed. */
  selected?: boolean;
  /** Shows the comments beside the feed if there is room; returns whether it did. */
  onBeside?: (postId: string) => boolean;
  /** In the list of own moments, each has a visibility switch. */
  place?: 'feed' | 'own';
}

/** One moment of a feed. */
export function PostArticle({ post: told, selected = false, onBeside, place = 'feed' }: PostArticleProps) {
  const wished = useAsWished(told);
  const listed = useListed(told.id, selected);
  const isOwn = useAppState((state) => state.user?.id) === told.authorId;
  const [replying, setReplying] = useState<'no' | 'yes'>('no');
  if (wished === null) return null;
  const post = { ...wished, commentCount: commentsOn(wished, listed) };
  return (
    <PostFrame post={post} selected={selected} menu={isOwn ? <OwnMenu post={post} /> : <OthersMenu post={post} />}>
      <div className={styles.actions}>
        <CommentCount post={post} />
        {isOwn ? (
          <Link
            to={`/mode1/${post.id}`}
            className={styles.action}
            onClick={(event) => {
              if (onBeside?.(post.id)) event.preventDefault();
            }}
          >
            <ChatsCircleIcon size={22} />
            {post.commentCount > 0 ? <Trans>Start chats</Trans> : <Trans>Comments</Trans>}
          </Link>
        ) : (
          <button
            type="button"
            className={styles.action}
            aria-expanded={replying === 'yes'}
            onClick={() => setReplying(replying === 'yes' ? 'no' : 'yes')}
          >
            <ArrowBendUpLeftIcon size={22} data-turns="" />
            <Trans>Reply</Trans>
          </button>
        )}
        <Expiry post={post} />
      </div>
      {place === 'own' && <ActiveSwitch post={post} />}
      {replying === 'yes' && <Reply postId={post.id} onClose={() => setReplying('no')} />}
    </PostFrame>
  );
}

interface PostFrameProps {
  post: Post;
  selected?: boolean;
  menu: ReactNode;
  /** Below the text. */
  children: ReactNode;
}

export function PostFrame({ post, selected = false, menu, children }: PostFrameProps) {
  const size = post.content.length <= BIG_UP_TO ? 'big' : undefined;
  return (
    <article
      className={styles.post}
      data-selected={selected ? '' : undefined}
      data-over={post.isActive ? undefined : ''}
    >
      <PostHead post={post} menu={menu} />
      <p className={styles.words} data-size={size} dir="auto">
        {post.content}
      </p>
      {children}
    </article>
  );
}

export function CommentCount({ post }: { post: Post }) {
  return (
    <span className={styles.count}>
      <ChatCircleIcon size={22} />
      <span aria-hidden="true">{post.commentCount}</span>
      <span className={text.unseen}>
        <Plural value={post.commentCount} one="# comment" other="# comments" />
      </span>
      {post.yourComments > 0 && (
        <span className={text.caption}>
          <Plural value={post.yourComments} one="# by you" other="# by you" />
        </span>
      )}
    </span>
  );
}
