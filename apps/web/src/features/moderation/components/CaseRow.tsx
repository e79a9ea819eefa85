import { Plural, useLingui } from '@lingui/react/macro';
import type { CaseList, CaseSummary } from '@yonder/contract';
import { Link } from 'react-router';
import { useShownName } from '../../../lib/shown-name.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import row from '../../../ui/row.module.css';
import text from '../../../ui/text.module.css';
import { pathOf } from '../use-list.ts';
import { useCaseTitle } from '../use-case-title.ts';
import { waited } from '../waited.ts';
import { PRIORITY_WORDS } from '../words.ts';
import styles from './case-list.module.css';

interface CaseRowProps {
  summary: CaseSummary;
  list: CaseList;
  current: 'page' | undefined;
  tabIndex: number;
}

export function CaseRow({ summary, list, current, tabIndex }: CaseRowProps) {
  const { i18n } = useLingui();
  const shownName = useShownName();
  const { caseId, person, reports, priority, openedAt, closedAt, assignee } = summary;
  const since = closedAt ?? openedAt;
  return (
    <li>
      <Link
        id={`case-${caseId}`}
        to={pathOf(list, caseId)}
        className={styles.row}
        tabIndex={tabIndex}
        aria-current={current}
      >
        <span aria-hidden="true">
          <PhotoAvatar src={person.thumb} name={person.name} seed={person.userId} size={44} />
        </span>
        <span className={row.words}>
          <span className={styles.title}>{useCaseTitle(summary)}</span>
          <span className={styles.line}>
            <span className={styles.who}>
              <bdi translate="no">{shownName(person.name)}</bdi> ·{' '}
              <Plural value={reports} one="# report" other="# reports" />
              {assignee !== null && (
                <span>
                  {' · '}
                  <bdi translate="no">{shownName(assignee.name)}</bdi>
                </span>
              )}
            </span>
            <time className={styles.time} data-priority={priority} dateTime={new Date(since).toISOString()}>
              <span className={text.unseen}>{i18n._(PRIORITY_WORDS[priority])} </span>
              {waited(useMinute() - since, i18n.locale)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}
