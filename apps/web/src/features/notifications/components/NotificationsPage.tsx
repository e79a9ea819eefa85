import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Notification } from '@yonder/contract';
import { useState } from 'react';
import { dayOf } from '../../../lib/when.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { useAppState } from '../../../state/store.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { DayLine } from '../../../ui/DayLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { later } from '../../../ui/later.tsx';
import { NotLoaded } from '../../../ui/NotLoaded.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChecksIcon } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PullToRefresh } from '../../../ui/pull/PullToRefresh.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { markAllRead, notificationsQuery, refresh } from '../api/notifications.ts';
import { daysOf } from '../days.ts';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './notifications.module.css';

const ClearDialog = later(async () => (await import('./ClearDialog.tsx')).ClearDialog, { failed: notOpened });

/** /notifications: the latest first. */
export function NotificationsPage() {
  const { t } = useLingui();
  const notifications = useAppState((state) => state.notifications);
  return (
    <div className={styles.page}>
      <PullToRefresh onRefresh={refresh} />
      <PageHeader title={t`Notifications`}>{notifications.length > 0 && <Actions />}</PageHeader>
      {notifications.length > 0 ? <Days notifications={notifications} /> : <None />}
    </div>
  );
}

function Actions() {
  const { t } = useLingui();
  const unread = useAppState((state) => state.unreadNotifications);
  const [asking, setAsking] = useState(false);
  return (
    <>
      {unread > 0 && (
        <IconButton label={t`Mark all as read`} onClick={markAllRead}>
          <ChecksIcon size={24} />
        </IconButton>
      )}
      <Button look="quiet" size="sm" onClick={() => setAsking(true)}>
        <Trans>Clear all</Trans>
      </Button>
      {asking && <ClearDialog onClose={() => setAsking(false)} />}
    </>
  );
}

/** Each day before today begins with a line. */
function Days({ notifications }: { notifications: readonly Notification[] }) {
  const now = useMinute();
  return (
    <div className={styles.days}>
      {daysOf(notifications).map(({ day, at, notifications: ofDay }) => (
        <section key={day}>
          {day !== dayOf(now) && <DayLine at={at} />}
          <ul>
            {ofDay.map((one) => (
              <NotificationRow key={one.id} notification={one} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Loading, failed or empty. */
function None() {
  const { t } = useLingui();
  const { isPending, isError, isFetching, refetch } = useQuery(notificationsQuery);
  if (isPending) return <RowsSkeleton label={t`Loading notifications`} />;
  if (isError) {
    const title = t`Your notifications did not load`;
    return <NotLoaded title={title} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <EmptyState
      scene="calls"
      title={t`All quiet`}
      action={
        <ButtonLink look="go" to="/call">
          <Trans>Meet someone</Trans>
        </ButtonLink>
      }
    >
      <Trans>Matches, comments, missed calls and messages you have not read appear here.</Trans>
    </EmptyState>
  );
}
