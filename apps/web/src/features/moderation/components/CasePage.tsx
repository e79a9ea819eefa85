import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { CaseList, ModerationCase } from '@yonder/contract';
import { errorText } from '../../../lib/error-text.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { MessagePage } from '../../../ui/MessagePage.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { caseQuery } from '../api/queries.ts';
import { pathOf } from '../use-list.ts';
import { CaseFooter } from './CaseFooter.tsx';
import { CaseHead } from './CaseHead.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Log } from './Log.tsx';
import styles from './case.module.css';
import { ReportCard } from './ReportCard.tsx';

interface CasePageProps {
  caseId: string;
  list: CaseList;
}

export function CasePage({ caseId, list }: CasePageProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(caseQuery(caseId));
  if (data) return <Case about={data} list={list} />;
  if (error === null) {
    return (
      <div className={styles.loading}>
        <Skeleton lines={9} label={t`Loading...`} />
      </div>
    );
  }
  return (
    <MessagePage
      place="inside"
      scene="error"
      title={t`This case did not load`}
      lead={errorText(error)}
      actions={
        <>
          <Button busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
          <ButtonLink to={pathOf(list)}>
            <Trans>Back to reports</Trans>
          </ButtonLink>
        </>
      }
    />
  );
}

type CaseProps = Omit<CasePageProps, 'caseId'> & { about: ModerationCase };

function Case({ about, list }: CaseProps) {
  return (
    <article className={styles.case}>
      <CaseHead about={about} list={list} />
      <div className={styles.body}>
        <Facts about={about} />
        {about.allReports.map((report) => (
          <ReportCard key={report.reportId} report={report} />
        ))}
        <History decisions={about.history} />
        <Log entries={about.log} />
      </div>
      <CaseFooter about={about} />
    </article>
  );
}
