import { Trans } from '@lingui/react/macro';
import type { Statement } from '@yonder/contract';
import { Link } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import text from '../../ui/text.module.css';
import { useAcknowledge } from './statements.ts';
import styles from './statements.module.css';
import { useStatementTitle } from './use-statement-title.ts';

/** A decision that does not bar the user. */
export function StatementDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const reading = useAcknowledge();
  const read = () => reading.mutate(statement);
  return (
    <Dialog open outside="stays" onClose={onClose} title={useStatementTitle(statement)}>
      <p className={styles.words} dir="auto">
        {statement.text}
      </p>
      {statement.removed.map((excerpt) => (
        <blockquote key={excerpt} className={styles.removed} dir="auto">
          {excerpt}
        </blockquote>
      ))}
      <p>
        <Link className={text.link} to="/settings/decisions" onClick={read}>
          <Trans>All decisions, and how to disagree</Trans>
        </Link>
      </p>
      {reading.error && (
        <p className={styles.error} role="alert">
          {errorText(reading.error)}
        </p>
      )}
      <Button look="go" width="full" busy={reading.isPending} onClick={read}>
        <Trans>I have read it</Trans>
      </Button>
    </Dialog>
  );
}
