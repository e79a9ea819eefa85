import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useCountsAgain } from '../../../lib/use-counts-again.ts';
import { errorText } from '../../../lib/error-text.ts';
import { NotLoaded } from '../../../ui/NotLoaded.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { EVERYBODY, NEARBY, nearbyQuery } from '../api/find-nearby.ts';
import { Around } from './Around.tsx';
import styles from './nearby.module.css';
import { OptIn } from './OptIn.tsx';

/** /nearby */
export function NearbyPage() {
  const { t } = useLingui();
  const [filters, setFilters] = useState(EVERYBODY);
  const { data, error, isFetching, refetch } = useQuery({ ...nearbyQuery(filters), placeholderData: keepPreviousData });
  useCountsAgain('nearby', NEARBY);
  const [shownUntil, noteShownUntil] = useState<number | null>(null);
  if (data && data.expiresAt !== null && data.expiresAt !== shownUntil) noteShownUntil(data.expiresAt);

  if (data === undefined) {
    return (
      <>
        <PageHeader title={t`Explore Nearby`} />
        {error === null ? (
          <div className={styles.loading}>
            <Skeleton lines={5} label={t`Loading...`} />
          </div>
        ) : (
          <NotLoaded
            title={t`Nobody could be looked for`}
            why={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </>
    );
  }
  const { expiresAt, users } = data;
  if (expiresAt === null) {
    return <OptIn why={shownUntil !== null && shownUntil <= client.serverNow() ? 'over' : 'off'} />;
  }
  return <Around expiresAt={expiresAt} users={users} filters={filters} onFilters={setFilters} />;
}
