import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';
import { StatementList } from './StatementList.tsx';
import { statementsQuery } from './statements.ts';
import styles from './statements.module.css';

/** All decisions about the user's account, and their outcomes. */
export function DecisionsPage() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Decisions about my account`} back={{ to: '/settings' }} />
      <div className={styles.page}>
        <Decisions />
      </div>
    </>
  );
}

function Decisions() {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(statementsQuery);
  if (data?.length === 0) {
    return (
      <EmptyState scene="calls" title={t`No decisions yet`}>
        <Trans>If a moderator decides something about your account, it stands here with the reason.</Trans>
      </EmptyState>
    );
  }
  if (data) return <StatementList statements={data} />;
  if (error === null) return <Skeleton lines={6} label={t`Loading...`} />;
  return (
    <>
      <p className={text.muted}>{errorText(error)}</p>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}
