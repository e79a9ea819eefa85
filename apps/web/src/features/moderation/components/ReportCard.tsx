import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CaseReport } from '@yonder/contract';
import { useShownName } from '../../../lib/shown-name.ts';
import { useFacts } from '../../../lib/use-facts.ts';
import { SeededAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useReportTitle } from '../use-case-title.ts';
import { CONTENT_WORDS } from '../words.ts';
import { EvidenceView } from './EvidenceView.tsx';
import styles from './report.module.css';

/** A report: its text and its evidence. */
export function ReportCard({ report }: { report: CaseReport }) {
  const { i18n } = useLingui();
  const { reportId, createdAt, content, alias } = report;
  const became = CONTENT_WORDS[content];
  const id = `report-${reportId}`;
  return (
    <section className={styles.report} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={text.title}>
          {useReportTitle(report)}
        </h2>
        {became !== null && <span className={styles.became}>{i18n._(became)}</span>}
        <time className={text.caption} dateTime={new Date(createdAt).toISOString()}>
          {i18n.date(new Date(createdAt), { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </header>
      <p className={text.caption}>
        <Reporter reporter={report.reporter} />
      </p>
      {alias !== null && (
        <p className={styles.alias}>
          <SeededAvatar seed={alias} size={28} />
          <Trans>They met without names; this is how the reporter saw them.</Trans>
        </p>
      )}
      {report.text !== '' && (
        <blockquote className={styles.says}>
          <p dir="auto">{report.text}</p>
        </blockquote>
      )}
      <EvidenceView evidence={report.evidence} />
    </section>
  );
}

/** A reporter's weight falls with reports that led to no action. */
function Reporter({ reporter }: Pick<CaseReport, 'reporter'>) {
  const { t } = useLingui();
  const shownName = useShownName();
  const facts = useFacts();
  if (reporter === null) return <Trans>By the screening of what is written</Trans>;
  const { name, weight, reports, dismissed } = reporter;
  return (
    <span>
      <bdi translate="no">{shownName(name)}</bdi> · {t`weight ${weight} of 100`} ·{' '}
      {facts([
        t`${plural(reports, { one: '# report', other: '# reports' })}`,
        dismissed > 0 ? t`${plural(dismissed, { one: '# without action', other: '# without action' })}` : '',
      ])}
    </span>
  );
}
