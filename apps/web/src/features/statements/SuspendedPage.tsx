import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Statement } from '@yonder/contract';
import { Link } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';
import { StatementCard } from './StatementCard.tsx';
import { StatementList } from './StatementList.tsx';
import { barringOf, statementsQuery } from './statements.ts';
import styles from './statements.module.css';
import { useStatementTitle } from './use-statement-title.ts';

const AGAIN_MS = 30_000;

interface SuspendedPageProps {
  onLogOut: () => void;
  /** The account seems to be open again. */
  onReturn: () => void;
}

/** The only page of a suspended user: the reason, the end, and what they can still do. */
export function SuspendedPage({ onLogOut, onReturn }: SuspendedPageProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery({ ...statementsQuery, refetchInterval: AGAIN_MS });
  if (data) return <Read statements={data} onLogOut={onLogOut} onReturn={onReturn} />;
  return (
    <MessagePage
      scene="not-found"
      title={t`Your account is paused`}
      lead={error === null ? <Skeleton lines={2} label={t`Loading...`} /> : errorText(error)}
      actions={
        <>
          {error !== null && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button onClick={onLogOut}>
            <Trans>Log out</Trans>
          </Button>
        </>
      }
    />
  );
}

function Read({ statements, onLogOut, onReturn }: SuspendedPageProps & { statements: readonly Statement[] }) {
  const { t } = useLingui();
  const barring = barringOf(statements);
  const title = useStatementTitle(barring ?? { action: 'suspend', state: 'in-force' });
  const others = statements.filter((one) => one !== barring);
  if (barring === null) {
    return (
      <MessagePage
        scene="calls"
        title={t`You are back`}
        lead={t`Nothing keeps you out any more.`}
        actions={
          <Button look="go" onClick={onReturn}>
            <Trans>Go on</Trans>
          </Button>
        }
      >
        <Others statements={others} />
      </MessagePage>
    );
  }
  return (
    <MessagePage
      scene="not-found"
      title={title}
      lead={
        barring.action === 'ban' ? t`You can disagree, and your data stays yours.` : t`You can’t meet anybody for now.`
      }
      actions={
        <Button onClick={onLogOut}>
          <Trans>Log out</Trans>
        </Button>
      }
    >
      <div className={styles.panel}>
        <StatementCard statement={barring} />
      </div>
      <nav className={styles.ways} aria-label={t`Your data`}>
        <Link className={text.link} to="/settings/data">
          <Trans>Export my data</Trans>
        </Link>
        <Link className={text.link} to="/settings/delete">
          <Trans>Delete my account</Trans>
        </Link>
        <Link className={text.link} to="/rules">
          <Trans>Community rules</Trans>
        </Link>
      </nav>
      <Others statements={others} />
    </MessagePage>
  );
}

function Others({ statements }: { statements: readonly Statement[] }) {
  if (statements.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        <Trans>Earlier decisions</Trans>
      </summary>
      <StatementList statements={statements} />
    </details>
  );
}
