import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { barringOf, statementsQuery } from './statements.ts';
import { StatementList } from './StatementList.tsx';
import styles from './statements.module.css';

/** On a page of something else: what was decided about one's account, open where it keeps one out; nothing where nothing was. */
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
