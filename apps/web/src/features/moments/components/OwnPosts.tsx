import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import text from '../../../ui/text.module.css';
import { ownPostsQuery, type OwnPosts as Own } from '../api/queries.ts';
import { Failed } from './Failed.tsx';
import styles from './moments.module.css';
import { PostArticle } from './PostArticle.tsx';

interface OwnPostsProps {
  beside: string | null;
  onBeside: (postId: string) => boolean;
}

/** The user's latest moments, including expired and hidden ones. */
export function OwnPosts(props: OwnPostsProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(ownPostsQuery);
  return (
    <>
      <PageHeader title={t`Your moments`} back={{ to: '/mode1' }}>
        <ButtonLink look="go" size="sm" to="/mode1/new">
          <Trans>Post</Trans>
        </ButtonLink>
      </PageHeader>
      {data ? (
        <List own={data} {...props} />
      ) : error ? (
        <Failed error={error} busy={isFetching} onAgain={() => void refetch()} />
      ) : (
        <div className={styles.loading}>
          <Skeleton lines={9} label={t`Loading...`} />
        </div>
      )}
    </>
  );
}

function List({ own: { posts, activeLeft }, beside, onBeside }: OwnPostsProps & { own: Own }) {
  const { t } = useLingui();
  if (posts.length === 0) {
    return (
      <EmptyState
        scene="calls"
        title={t`Nothing of yours yet`}
        action={
          <ButtonLink look="go" to="/mode1/new">
            <Trans>Write one</Trans>
          </ButtonLink>
        }
      >
        {t`What you post stays in sight for a day, and only you read what people answer.`}
      </EmptyState>
    );
  }
  return (
    <>
      <p className={`${styles.summary} ${text.body}`}>
        <Plural
          value={FIXED.activePosts - activeLeft}
          _0="None of them can be seen now."
          one="# of them can be seen now."
          other="# of them can be seen now."
        />
      </p>
      {posts.map((post) => (
        <PostArticle key={post.id} post={post} selected={post.id === beside} onBeside={onBeside} place="own" />
      ))}
    </>
  );
}
