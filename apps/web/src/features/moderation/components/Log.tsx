import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import text from '../../../ui/text.module.css';
import styles from './case.module.css';

/** Every step taken in the case; entries are never changed. */
export function Log({ entries }: { entries: readonly AuditEntry[] }) {
  const { i18n } = useLingui();
  const shownName = useShownName();
  if (entries.length === 0) return null;
  return (
    <details className={styles.log}>
      <summary className={text.title}>
        <Trans>Log</Trans>
      </summary>
      <ol>
        {entries.map(({ entryId, createdAt, by, what, note }) => (
          <li key={entryId}>
            <time className={text.caption} dateTime={new Date(createdAt).toISOString()}>
              {i18n.date(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
            <span>
              {/* The log keeps the server's own words, so that they can be searched and compared. */}
              <code>{what}</code>
              {by !== null && (
                <span>
                  {' · '}
                  <bdi translate="no">{shownName(by.name)}</bdi>
                </span>
              )}
            </span>
            {note !== '' && (
              <span className={text.muted} dir="auto">
                {note}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
