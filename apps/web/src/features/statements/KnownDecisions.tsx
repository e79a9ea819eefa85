import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { barringOf, statementsQuery } from './statements.ts';
import { StatementList } from './StatementList.tsx';
import styles from './statements.module.css';

/** Decisions about the account, on another feature's page; open if one bars the user, absent without any. */
export function KnownDecisions() {
  const { data } = useQuery(statementsQuery);
  if (!data || data.length === 0) return null;
  return (
    <details className={styles.others} open={barringOf(data) !== null}>
      <summary>
        <Trans>Decisions about my account</Trans>
      </summary>
      <StatementList statements={data} />
    </details>
  );
}
