import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { LoadingScreen } from '../../../ui/LoadingScreen.tsx';
import { PageNotLoaded } from '../../../ui/PageNotLoaded.tsx';
import { later } from '../../../ui/later.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { casesQuery } from '../api/queries.ts';
import { textsIn } from '../catalogues.ts';
import { stepIn, type Command } from '../shortcuts.ts';
import { useKeys } from '../use-keys.ts';
import { pathOf, useList } from '../use-list.ts';
import { CaseListPane } from './CaseListPane.tsx';
import { CasePage } from './CasePage.tsx';
import styles from './moderation.module.css';

const ShortcutsDialog = later(async () => (await import('./dialogs.ts')).ShortcutsDialog, { failed: notOpened });

export function ModerationPage() {
  const { t, i18n } = useLingui();
  const texts = useQuery(textsIn(i18n.locale));
  if (texts.isPending) return <LoadingScreen />;
  if (texts.isError) {
    return <PageNotLoaded title={t`Reports`} busy={texts.isFetching} onRetry={() => void texts.refetch()} />;
  }
  return <Cases />;
}

/** The list of cases beside the open case; on phones only one of them. */
function Cases() {
  const { t } = useLingui();
  const { caseId } = useParams();
  const list = useList();
  const cases = useInfiniteQuery(casesQuery(list));
  const page = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [help, setHelp] = useState<'closed' | 'open'>('closed');
  const ids = cases.data?.pages.flatMap((one) => one.cases.map((summary) => summary.caseId)) ?? [];
  useBackToRow(caseId);

  function run(command: Command): boolean {
    switch (command.do) {
      case 'help':
        setHelp('open');
        return true;
      case 'back':
        if (caseId !== undefined) void navigate(pathOf(list));
        return caseId !== undefined;
      case 'open':
        return openFocused();
      case 'press':
        return press(page.current, command.key);
      default:
        return go(command);
    }
  }

  /** Moves the focus in the list; while the focus is in an open case, opens the next one. */
  function go({ do: to }: Command): boolean {
    const focused = focusedRow();
    const next = ids[stepIn(to, { at: ids.indexOf(focused ?? caseId ?? ''), length: ids.length }) ?? -1];
    if (next === undefined) return false;
    const inCase = focused === null && caseId !== undefined;
    // In a case the arrows scroll.
    if (inCase && to !== 'next' && to !== 'previous') return false;
    if (inCase) void navigate(pathOf(list, next));
    else focusRow(next);
    return true;
  }

  useKeys(page, run);
  return (
    <div ref={page} className={styles.page} data-showing={caseId === undefined ? 'list' : 'case'}>
      <CaseListPane cases={cases} list={list} open={caseId} onHelp={() => setHelp('open')} />
      <section className={styles.pane} aria-label={caseId === undefined ? undefined : t`Case`}>
        {caseId === undefined ? <Waiting /> : <CasePage key={caseId} caseId={caseId} list={list} />}
      </section>
      {help === 'open' && <ShortcutsDialog onClose={() => setHelp('closed')} />}
    </div>
  );
}

/** Shown beside the list while no case is open. */
function Waiting() {
  const { t } = useLingui();
  return (
    <div className={styles.waiting}>
      <Scene variant="calls" />
      <p className={text.displayL}>{t`Everybody here was a stranger once`}</p>
    </div>
  );
}

/** Focuses a case's row after the case is closed. */
function useBackToRow(caseId: string | undefined): void {
  const before = useRef(caseId);
  useEffect(() => {
    if (caseId === undefined && before.current !== undefined) focusRow(before.current);
    before.current = caseId;
  }, [caseId]);
}

function rowOf(caseId: string): HTMLElement | null {
  return document.getElementById(`case-${caseId}`);
}

function focusRow(caseId: string): void {
  rowOf(caseId)?.focus();
}

function focusedRow(): string | null {
  const id = document.activeElement?.id ?? '';
  return id.startsWith('case-') ? id.slice('case-'.length) : null;
}

function openFocused(): boolean {
  const focused = focusedRow();
  if (focused !== null) rowOf(focused)?.click();
  return focused !== null;
}

function press(page: HTMLElement | null, key: string): boolean {
  const button = page?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  button?.click();
  return button != null;
}
