import { Trans, useLingui } from '@lingui/react/macro';
import type { Statement } from '@yonder/contract';
import { GROUND_WORDS } from '../../lib/ground-words.ts';
import { later } from '../../ui/later.tsx';
import text from '../../ui/text.module.css';
import { TryAgain } from '../../ui/TryAgain.tsx';
import styles from './statements.module.css';

const AppealForm = later(async () => (await import('./AppealForm.tsx')).AppealForm, {
  failed: (again) => <TryAgain again={again} />,
});

/** A decision: the reason, its end, the removed content, and the appeal. */
export function StatementCard({ statement }: { statement: Statement }) {
  const { t, i18n } = useLingui();
  const { ground, createdAt, removed, until, state, appeal, canAppeal } = statement;
  const states = { 'in-force': null, over: t`This is over.`, reversed: t`This was taken back.` };
  return (
    <div className={styles.card}>
      {state !== 'in-force' && <p className={text.strong}>{states[state]}</p>}
      {state === 'in-force' && until !== null && (
        <p className={text.strong}>
          {t`Until ${i18n.date(new Date(until), { dateStyle: 'full', timeStyle: 'short' })}`}
        </p>
      )}
      <p className={styles.words} dir="auto">
        {statement.text}
      </p>
      {removed.length > 0 && (
        <section aria-label={t`What was removed`}>
          <p className={text.label}>{t`What was removed`}</p>
          {removed.map((excerpt) => (
            <blockquote key={excerpt} className={styles.removed} dir="auto">
              {excerpt}
            </blockquote>
          ))}
        </section>
      )}
      <p className={text.caption}>
        {i18n._(GROUND_WORDS[ground])} · {i18n.date(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}
      </p>
      {appeal && <Appealed appeal={appeal} />}
      {canAppeal && <AppealForm statementId={statement.statementId} />}
    </div>
  );
}

function Appealed({ appeal }: { appeal: NonNullable<Statement['appeal']> }) {
  const { t } = useLingui();
  const states = {
    open: t`You have appealed. Another moderator looks at it.`,
    upheld: t`We have looked at your appeal, and the decision stays.`,
    reversed: t`We have looked at your appeal, and the decision was taken back.`,
  };
  return (
    <section className={styles.appeal} aria-label={t`Your appeal`}>
      <p className={text.strong} role="status">
        {states[appeal.state]}
      </p>
      <blockquote className={styles.own} dir="auto">
        {appeal.text}
      </blockquote>
      {appeal.answer !== null && (
        <>
          <p className={text.label}>
            <Trans>Our answer</Trans>
          </p>
          <p className={styles.words} dir="auto">
            {appeal.answer}
          </p>
        </>
      )}
    </section>
  );
}
