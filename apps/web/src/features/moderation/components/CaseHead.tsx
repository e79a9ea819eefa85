import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CaseList, ModerationCase } from '@yonder/contract';
import { errorText } from '../../../lib/error-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { useAppState } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconLink } from '../../../ui/IconButton.tsx';
import { CaretLeftIcon, WarningIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { showToast } from '../../../ui/toast/toasts.ts';
import { useChangeCase } from '../api/change-case.ts';
import { useCaseTitle } from '../use-case-title.ts';
import { pathOf } from '../use-list.ts';
import { waited } from '../waited.ts';
import { PRIORITY_WORDS } from '../words.ts';
import { KEYS } from '../shortcuts.ts';
import styles from './case.module.css';

interface CaseHeadProps {
  about: ModerationCase;
  list: CaseList;
}

export function CaseHead({ about, list }: CaseHeadProps) {
  const { t, i18n } = useLingui();
  const { person, number, reports, reporters, openedAt, priority, state } = about;
  const ago = waited(useMinute() - openedAt, i18n.locale);
  return (
    <header className={styles.head}>
      <span className={styles.back}>
        <IconLink to={pathOf(list)} label={t`Back to reports`}>
          <CaretLeftIcon size={24} data-turns="" />
        </IconLink>
      </span>
      <span aria-hidden="true">
        <PhotoAvatar src={person.thumb} name={person.name} seed={person.userId} size={44} />
      </span>
      <div className={styles.what}>
        <PageTitle className={text.title}>{useCaseTitle(about)}</PageTitle>
        <p className={text.caption}>
          {t`Case ${number}`} · <Plural value={reports} one="# report" other="# reports" />{' '}
          <Plural value={reporters} one="from # person" other="from # people" /> · {t`opened ${ago} ago`}
        </p>
      </div>
      <span className={styles.priority} data-priority={priority}>
        <WarningIcon size={18} weight="fill" />
        {i18n._(PRIORITY_WORDS[priority])}
      </span>
      {state !== 'closed' && <Assignment about={about} />}
    </header>
  );
}

/** Assigns the case to the moderator or releases it. */
function Assignment({ about: { caseId, assignee } }: Omit<CaseHeadProps, 'list'>) {
  const you = useAppState(({ user }) => user?.id);
  const changing = useChangeCase();
  const isYours = assignee !== null && assignee.userId === you;
  const onError = (error: unknown) => showToast({ message: errorText(error), type: 'error' });
  return (
    <Button
      size="sm"
      busy={changing.isPending}
      aria-keyshortcuts={KEYS.take}
      onClick={() => changing.mutate({ do: isYours ? 'release' : 'take', caseId }, { onError })}
    >
      {isYours && <Trans>Give back</Trans>}
      {!isYours && assignee === null && <Trans>Take</Trans>}
      {!isYours && assignee !== null && <Trans>Take over</Trans>}
    </Button>
  );
}
