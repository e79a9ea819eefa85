import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@yonder/client';
import type { Post } from '@yonder/contract';
import { useNavigate, useParams } from 'react-router';
import { errorText } from '../../../lib/error-text.ts';
import { useAppState } from '../../../state/store.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { MessagePage } from '../../../ui/MessagePage.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useAsWished } from '../api/change-post.ts';
import { postQuery } from '../api/queries.ts';
import { commentsOn } from '../comments-on.ts';
import { useListed } from '../use-listed.ts';
import { ActiveSwitch } from './ActiveSwitch.tsx';
import { Comments } from './Comments.tsx';
import { Expiry } from './Expiry.tsx';
import styles from './moments.module.css';
import post_ from './post.module.css';
import { CommentCount, PostFrame } from './PostArticle.tsx';
import { OthersMenu, OwnMenu } from './PostMenu.tsx';
import { Reply } from './Reply.tsx';

/** /mode1/{postId}: one moment, with its comments if it is the user's own. */
export function PostPage() {
  const { t } = useLingui();
  const { postId = '' } = useParams();
  const { data: post, error, isFetching, refetch } = useQuery(postQuery(postId));
  if (post) return <Known post={post} />;
  if (error === null) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={6} label={t`Loading...`} />
      </div>
    );
  }
  const isMissing = error instanceof CallError && (error.code === 'not-found' || error.code === 'invalid-argument');
  return (
    <MessagePage
      place="inside"
      scene={isMissing ? 'not-found' : 'error'}
      title={isMissing ? t`This moment has set` : t`This moment did not load`}
      lead={isMissing ? t`It is over, or it was taken back.` : errorText(error)}
      actions={
        isMissing ? (
          <ButtonLink look="go" to="/mode1">{t`Back to the moments`}</ButtonLink>
        ) : (
          <Button busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    />
  );
}

function Known({ post: told }: { post: Post }) {
  const { t } = useLingui();
  const isOwn = useAppState((state) => state.user?.id) === told.authorId;
  const listed = useListed(told.id, isOwn);
  const wished = useAsWished(told) ?? told;
  const post = { ...wished, commentCount: commentsOn(wished, listed) };
  const navigate = useNavigate();
  const back = (): void => void navigate('/mode1', { replace: true });
  return (
    <div className={styles.page}>
      <div className={styles.feed}>
        <PageHeader title={isOwn ? t`Your moment` : t`Moment`} back={{ to: '/mode1' }} />
        <PostFrame
          post={post}
          selected={isOwn}
          menu={isOwn ? <OwnMenu post={post} onDeleted={back} /> : <OthersMenu post={post} />}
        >
          <div className={post_.actions}>
            <CommentCount post={post} />
            <Expiry post={post} />
          </div>
          {isOwn ? <ActiveSwitch post={post} /> : <Reply postId={post.id} onClose={null} />}
        </PostFrame>
      </div>
      <aside className={styles.beside} data-has={isOwn ? 'comments' : undefined}>
        {isOwn ? <Comments post={post} /> : <Scene variant="calls" />}
      </aside>
    </div>
  );
}
