import type { Statement } from '@yonder/contract';
import text from '../../ui/text.module.css';
import { StatementCard } from './StatementCard.tsx';
import styles from './statements.module.css';
import { useStatementTitle } from './use-statement-title.ts';

/** Decisions, each with its reason and its appeal. */
export function StatementList({ statements }: { statements: readonly Statement[] }) {
  return (
    <ul className={styles.list}>
      {statements.map((statement) => (
        <li key={statement.statementId}>
          <Titled statement={statement} />
        </li>
      ))}
    </ul>
  );
}

function Titled({ statement }: { statement: Statement }) {
  return (
    <>
      <h2 className={text.title}>{useStatementTitle(statement)}</h2>
      <StatementCard statement={statement} />
    </>
  );
}
