import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { client } from '../../../lib/client.ts';
import { useAppState } from '../../../state/store.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PhotoAvatar, Scene } from '../../../ui/scene/index.ts';
import { FEEDS, OWN_POSTS, postQuery } from '../api/queries.ts';
import { useFilters } from '../use-filters.ts';
import { Comments } from './Comments.tsx';
import { Feed } from './Feed.tsx';
import { FilterBar } from './FilterBar.tsx';
import styles from './moments.module.css';
import { OwnPosts } from './OwnPosts.tsx';

/** Wide enough for comments beside the feed. */
const WIDE = '(min-width: 1024px)';

/** /mode1: a region's feed or the user's own moments; on wide screens with comments beside it. */
export function MomentsPage() {
  const [params] = useSearchParams();
  const [filters, change] = useFilters();
  const [beside, setBeside] = useState<string | null>(null);
  const showsOwn = params.get('show') === 'yours';
  useCounts();
  function showBeside(postId: string): boolean {
    if (!window.matchMedia(WIDE).matches) return false;
    setBeside(postId);
    return true;
  }
  return (
    <div className={styles.page}>
      <div className={styles.feed}>
        {showsOwn ? (
          <OwnPosts beside={beside} onBeside={showBeside} />
        ) : (
          <>
            <Head />
            <FilterBar filters={filters} onChange={change} />
            <ShareRow />
            <Feed filters={filters} beside={beside} onBeside={showBeside} />
          </>
        )}
      </div>
      <aside className={styles.beside}>
        {beside === null ? <Scene variant="calls" /> : <Beside postId={beside} />}
      </aside>
    </div>
  );
}

/** Refreshes the comment counts when the user's moment gets a comment. */
function useCounts(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      client.live.on('notification.created', ({ kind }) => {
        if (kind !== 'comment') return;
        void queryClient.invalidateQueries({ queryKey: FEEDS });
        void queryClient.invalidateQueries({ queryKey: OWN_POSTS });
      }),
    [queryClient],
  );
}

function Head() {
  const { t } = useLingui();
  return (
    <PageHeader title={t`Daily Moments`}>
      <span className={styles.narrow}>
        <ButtonLink look="go" size="sm" to="/mode1/new">
          <Trans>Post</Trans>
        </ButtonLink>
      </span>
    </PageHeader>
  );
}

/** Opens the composer, where there is room for it. */
function ShareRow() {
  const user = useAppState((state) => state.user);
  return (
    <Link to="/mode1/new" className={styles.share}>
      <span aria-hidden="true">
        <PhotoAvatar
          src={user?.profile.thumbs[0] ?? null}
          name={user?.profile.name ?? ''}
          seed={user?.id ?? ''}
          size={42}
        />
      </span>
      <span className={styles.invitation}>
        <Trans>Share your story with the world</Trans>
      </span>
      <span className={styles.dome} aria-hidden="true">
        <Trans>Post</Trans>
      </span>
    </Link>
  );
}

function Beside({ postId }: { postId: string }) {
  const { data: post } = useQuery(postQuery(postId));
  return post ? <Comments post={post} /> : <Scene variant="calls" />;
}
