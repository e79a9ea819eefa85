import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Icon } from '@phosphor-icons/react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnReport } from '@yonder/contract';
import { useEffect } from 'react';
import { client, onReturn } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { GROUND_WORDS } from '../../lib/ground-words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import {
  ChatCircleIcon,
  ChatsCircleIcon,
  ChatTeardropTextIcon,
  PhoneIcon,
  SunHorizonIcon,
  UserIcon,
} from '../../ui/icons.ts';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';
import styles from './reports.module.css';
import { reportsQuery } from './reports.ts';

/** The user's reports and their outcomes; never the reported person. */
export function ReportsPage() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`My reports`} back={{ to: '/settings' }} />
      <div className={styles.page}>
        <Reports />
      </div>
    </>
  );
}

function useReports() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const askAgain = (): void => void queryClient.invalidateQueries({ queryKey: reportsQuery.queryKey });
    const stops = [
      client.live.on('notification.created', ({ kind }) => kind === 'report-closed' && askAgain()),
      onReturn(askAgain),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
  return useInfiniteQuery(reportsQuery);
}

function Reports() {
  const { t } = useLingui();
  const list = useReports();
  const { data, error, isFetching, refetch } = list;
  if (data === undefined && error === null) return <Skeleton lines={6} label={t`Loading...`} />;
  if (data === undefined) {
    const title = t`Your reports did not load`;
    return <NotLoaded title={title} why={errorText(error)} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const reports = data.pages.flat();
  if (reports.length === 0) {
    return (
      <EmptyState scene="calls" title={t`No reports`}>
        <Trans>What you report stands here, and whether we acted on it.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <p className={text.muted}>
        <Trans>
          You read here whether we acted on a report, but not what we did: that is between us and the other person.
        </Trans>
      </p>
      <ul>
        {reports.map((report) => (
          <ReportRow key={report.reportId} report={report} />
        ))}
      </ul>
      <MoreButton list={list}>
        <Trans>Earlier reports</Trans>
      </MoreButton>
    </>
  );
}

const KINDS = {
  user: { icon: UserIcon, words: msg`A profile` },
  call: { icon: PhoneIcon, words: msg`A voice call` },
  chatRoom: { icon: ChatsCircleIcon, words: msg`A chat` },
  message: { icon: ChatCircleIcon, words: msg`A message` },
  post: { icon: SunHorizonIcon, words: msg`A moment` },
  comment: { icon: ChatTeardropTextIcon, words: msg`A comment` },
} satisfies Record<OwnReport['about'], { icon: Icon; words: MessageDescriptor }>;

const STATES = {
  received: msg`Received`,
  acted: msg`We acted on it`,
  'not-acted': msg`No action taken`,
} satisfies Record<OwnReport['state'], MessageDescriptor>;

function ReportRow({ report: { about, reason, createdAt, state } }: { report: OwnReport }) {
  const { i18n } = useLingui();
  const { icon: Glyph, words } = KINDS[about];
  return (
    <li className={styles.row}>
      <Glyph size={24} aria-hidden="true" />
      <div className={styles.what}>
        <p className={text.strong}>{i18n._(words)}</p>
        <p className={text.caption}>
          {i18n._(GROUND_WORDS[reason])} · {i18n.date(new Date(createdAt), { dateStyle: 'medium' })}
        </p>
      </div>
      <p className={styles.state} data-state={state}>
        {i18n._(STATES[state])}
      </p>
    </li>
  );
}
