import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import { CASE_LISTS, type CaseList, type CaseSummary, type Output } from '@yonder/contract';
import { Link } from 'react-router';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { KeyboardIcon } from '../../../ui/icons.ts';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import text from '../../../ui/text.module.css';
import { openCasesQuery } from '../api/queries.ts';
import { pathOf } from '../use-list.ts';
import { LIST_WORDS } from '../words.ts';
import styles from './case-list.module.css';
import { CaseRow } from './CaseRow.tsx';

type Cases = UseInfiniteQueryResult<InfiniteData<Output<'listCases'>>>;

interface CaseListPaneProps {
  cases: Cases;
  list: CaseList;
  /** Id of the case shown beside the list. */
  open: string | undefined;
  onHelp: () => void;
}

export function CaseListPane({ cases, list, open, onHelp }: CaseListPaneProps) {
  const { t, i18n } = useLingui();
  return (
    <section className={styles.pane} aria-label={t`Cases`}>
      <header className={styles.head}>
        {open === undefined ? (
          <PageTitle className={text.displayM}>{t`Reports`}</PageTitle>
        ) : (
          <h2 className={text.displayM}>{t`Reports`}</h2>
        )}
        <IconButton label={t`Keyboard`} onClick={onHelp}>
          <KeyboardIcon size={24} />
        </IconButton>
        <OpenCount />
      </header>
      <nav className={styles.filters} aria-label={t`Lists`}>
        {CASE_LISTS.map((one) => (
          <Link key={one} to={pathOf(one)} className={styles.chip} aria-current={one === list ? 'page' : undefined}>
            {i18n._(LIST_WORDS[one])}
          </Link>
        ))}
      </nav>
      <Rows cases={cases} list={list} open={open} />
    </section>
  );
}

function OpenCount() {
  const { data: open } = useQuery(openCasesQuery);
  if (open === undefined) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{open}</span>
      <span className={text.unseen}>
        <Plural value={open} one="# open case" other="# open cases" />
      </span>
    </span>
  );
}

function Rows({ cases, list, open }: Omit<CaseListPaneProps, 'onHelp'>) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch, hasNextPage } = cases;
  if (data === undefined) {
    return error === null ? (
      <div className={styles.around}>
        <Skeleton lines={6} label={t`Loading...`} />
      </div>
    ) : (
      <div className={styles.around}>
        <p className={text.muted}>{errorText(error)}</p>
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>{t`Try again`}</Button>
      </div>
    );
  }
  const all = data.pages.flatMap((page) => page.cases);
  if (all.length === 0) return <Nothing list={list} />;
  return (
    <>
      <ul>
        {all.map((summary) => (
          <CaseRow key={summary.caseId} summary={summary} list={list} {...rowOf(summary, { all, open })} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.around}>
          <MoreButton list={cases}>
            <Trans>More cases</Trans>
          </MoreButton>
        </div>
      )}
    </>
  );
}

/** Only one row of the list is reached by Tab, the others by j and k. */
function rowOf({ caseId }: CaseSummary, { all, open }: { all: readonly CaseSummary[]; open: string | undefined }) {
  const stop = all.some((one) => one.caseId === open) ? open : all[0]?.caseId;
  return { current: caseId === open ? ('page' as const) : undefined, tabIndex: caseId === stop ? 0 : -1 };
}

function Nothing({ list }: { list: CaseList }) {
  const { t } = useLingui();
  const words = {
    open: [t`Nothing is waiting`, t`Nobody has reported anything that has not been looked at.`],
    mine: [t`Nothing of yours`, t`Take a case from the open ones, and it stands here.`],
    approvals: [t`No ban is waiting`, t`A ban needs a second moderator. What one proposes stands here for the others.`],
    appeals: [t`Nobody disagrees`, t`Who was warned, paused or banned can appeal once.`],
    closed: [t`Nothing decided yet`, t`What has been decided stands here.`],
  } satisfies Record<CaseList, readonly [string, string]>;
  const [title, body] = words[list];
  return (
    <EmptyState scene="calls" title={title}>
      {body}
    </EmptyState>
  );
}
