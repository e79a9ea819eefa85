import { Trans, useLingui } from '@lingui/react/macro';
import type { ModerationCase } from '@yonder/contract';
import text from '../../../ui/text.module.css';
import { GROUND_WORDS } from '../../../lib/ground-words.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { DECISION_WORDS } from '../words.ts';
import styles from './case.module.css';

type Decision = ModerationCase['history'][number];

/** Decisions about the user, in this case and earlier ones. */
export function History({ decisions }: { decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="decisions">
      <h2 id="decisions" className={text.title}>
        <Trans>Decisions</Trans>
      </h2>
      <ul className={styles.history}>
        {decisions.map((decision) => (
          <li key={decision.statementId}>
            <OneDecision decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneDecision({ decision }: { decision: Decision }) {
  const { t, i18n } = useLingui();
  const shownName = useShownName();
  const { action, ground, createdAt, until, state, caseNumber, by, approvedBy, note, appeal } = decision;
  const approvers = new Intl.ListFormat(i18n.locale).format(approvedBy.map(({ name }) => shownName(name)));
  const states = { 'in-force': t`in force`, over: t`over`, reversed: t`taken back` };
  return (
    <>
      <p>
        <strong>{i18n._(DECISION_WORDS[action])}</strong> · {i18n._(GROUND_WORDS[ground])} · {states[state]}
        {until !== null && (
          <span> · {t`until ${i18n.date(new Date(until), { dateStyle: 'medium', timeStyle: 'short' })}`}</span>
        )}
      </p>
      <p className={text.caption}>
        {t`Case ${caseNumber}`} · {i18n.date(new Date(createdAt), { dateStyle: 'medium' })} ·{' '}
        <bdi translate={by === null ? undefined : 'no'}>{by === null ? t`the operator` : shownName(by.name)}</bdi>
        {approvers !== '' && <span> · {t`approved by ${approvers}`}</span>}
      </p>
      <p className={styles.quote} dir="auto">
        {decision.text}
      </p>
      {note !== '' && (
        <p className={text.caption} dir="auto">
          {t`Note: ${note}`}
        </p>
      )}
      {appeal && <Appeal appeal={appeal} />}
    </>
  );
}

function Appeal({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  const { t } = useLingui();
  const states = { open: t`Appeal, not answered yet`, upheld: t`Appeal, upheld`, reversed: t`Appeal, taken back` };
  return (
    <div className={styles.appeal}>
      <p className={text.label}>{states[appeal.state]}</p>
      <p dir="auto">{appeal.text}</p>
      {appeal.answer !== null && (
        <p className={text.muted} dir="auto">
          {appeal.answer}
        </p>
      )}
    </div>
  );
}
