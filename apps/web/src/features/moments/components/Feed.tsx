import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PullToRefresh } from '../../../ui/pull/PullToRefresh.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import type { Filters } from '../api/queries.ts';
import { useFeed } from '../use-feed.ts';
import { Failed } from './Failed.tsx';
import styles from './moments.module.css';
import { PostArticle } from './PostArticle.tsx';

interface FeedProps {
  filters: Filters;
  /** Id of the moment with its comments beside the feed. */
  beside: string | null;
  onBeside: (postId: string) => boolean;
}

/** New moments wait behind a pill, so that nothing moves while it is read. */
export function Feed({ filters, beside, onBeside }: FeedProps) {
  const { t } = useLingui();
  const { held, error, isFetching, refetch, letIn, refresh } = useFeed(filters);
  if (held === null) {
    if (error !== null) return <Failed error={error} busy={isFetching} onAgain={() => void refetch()} />;
    return (
      <div className={styles.loading}>
        <Skeleton lines={9} label={t`Loading...`} />
      </div>
    );
  }
  function show(): void {
    letIn();
    window.scrollTo({ top: 0 });
  }
  return (
    <>
      <PullToRefresh onRefresh={refresh} />
      <div className={styles.news} role="status">
        {held.fresh > 0 && (
          <Button look="go" size="sm" onClick={show}>
            <Plural value={held.fresh} one="# new moment" other="# new moments" />
          </Button>
        )}
      </div>
      {held.shown.length === 0 ? (
        <NothingYet isNarrowed={filters.ageRange !== null || filters.language !== null} />
      ) : (
        held.shown.map((post) => (
          <PostArticle key={post.id} post={post} selected={post.id === beside} onBeside={onBeside} />
        ))
      )}
    </>
  );
}

function NothingYet({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      scene="calls"
      title={t`The horizon is clear`}
      action={
        <ButtonLink look="go" to="/mode1/new">
          <Trans>Post the first one</Trans>
        </ButtonLink>
      }
    >
      {isNarrowed
        ? t`Nobody has posted here for this age and language. Showing every age and language may bring more.`
        : t`Nobody has posted in this region today. One sentence is enough for somebody to answer.`}
    </EmptyState>
  );
}
