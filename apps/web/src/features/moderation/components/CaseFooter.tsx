import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { MODERATION_ACTIONS, type ModerationAction, type ModerationCase } from '@yonder/contract';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { after } from '../../../lib/clock.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { later } from '../../../ui/later.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { removable } from '../decision.ts';
import { ACTION_WORDS } from '../words.ts';
import { KEYS } from '../shortcuts.ts';
import styles from './case.module.css';

const AnswerDialog = later(async () => (await import('./dialogs.ts')).AnswerDialog, { failed: notOpened });
const ApprovalDialog = later(async () => (await import('./dialogs.ts')).ApprovalDialog, { failed: notOpened });
const DecisionDialog = later(async () => (await import('./dialogs.ts')).DecisionDialog, { failed: notOpened });

/** Actions for a case in its current state. */
export function CaseFooter({ about }: { about: ModerationCase }) {
  const footer = useRef<HTMLElement>(null);
  useHeadAfter(footer, [about.state, about.proposal?.statementId, about.history.length, about.hasAppeal].join());
  return (
    <footer ref={footer} className={styles.footer}>
      <Ways about={about} />
    </footer>
  );
}

/** Focuses the case's head after a decision, since the focused button is gone. */
function useHeadAfter(footer: RefObject<HTMLElement | null>, stage: string): void {
  const before = useRef(stage);
  // This timer starts before that of lib/keep-focus, which would focus a neighbouring element.
  useLayoutEffect(() => {
    if (before.current === stage) return undefined;
    before.current = stage;
    // Runs after the dialog has restored the focus or found nothing to restore.
    return after(0, () => {
      if (document.activeElement !== document.body) return;
      footer.current?.closest('article')?.querySelector('h1')?.focus();
    });
  }, [footer, stage]);
}

function Ways({ about }: { about: ModerationCase }) {
  const appealed = about.history.find(
    ({ appeal, caseNumber }) => appeal?.state === 'open' && caseNumber === about.number,
  );
  if (appealed) return <Appealed about={about} appealed={appealed} />;
  switch (about.state) {
    case 'open':
      return <Open about={about} />;
    case 'approval':
      return about.proposal && <Proposed proposal={about.proposal} />;
    case 'closed':
      return (
        <p>
          <Trans>This case is closed.</Trans>
        </p>
      );
    default:
      return about.state satisfies never;
  }
}

function Open({ about }: { about: ModerationCase }) {
  const { i18n, t } = useLingui();
  const [action, setAction] = useState<ModerationAction | null>(null);
  const actions = MODERATION_ACTIONS.filter(
    (one) => one !== 'remove-content' || removable(about.allReports).length > 0,
  );
  return (
    <>
      {actions.map((one) => (
        <Button key={one} size="sm" {...LOOKS[one]} aria-keyshortcuts={KEYS[one]} onClick={() => setAction(one)}>
          {i18n._(ACTION_WORDS[one])}
        </Button>
      ))}
      {action !== null && (
        <DecisionDialog
          key={action}
          about={about}
          action={action}
          onClose={() => setAction(null)}
          onDone={({ state }) => {
            setAction(null);
            showToast({
              message:
                state === 'approval' ? t`The ban waits for another moderator.` : t`Case ${about.number} is closed.`,
              type: 'success',
            });
          }}
        />
      )}
    </>
  );
}

const LOOKS = {
  dismiss: { look: 'line' },
  warn: {},
  suspend: {},
  'remove-content': {},
  ban: { look: 'stop', tone: 'negative' },
} as const;

type Proposal = NonNullable<ModerationCase['proposal']>;

function Proposed({ proposal }: { proposal: Proposal }) {
  const { t } = useLingui();
  const [answer, setAnswer] = useState<'approve' | 'refuse' | null>(null);
  const { by, given, needed, mayApprove } = proposal;
  const shownName = useShownName();
  return (
    <>
      <p className={styles.waits}>
        <bdi translate={by === null ? undefined : 'no'}>{by === null ? t`the operator` : shownName(by.name)}</bdi> ·{' '}
        <Plural value={needed} one={`${given} of # approval`} other={`${given} of # approvals`} />
        {!mayApprove && (
          <span>
            {' · '}
            <Trans>Another moderator has to look at it.</Trans>
          </span>
        )}
      </p>
      {/* The proposer may withdraw the ban. */}
      <Button size="sm" onClick={() => setAnswer('refuse')}>
        <Trans>Do not ban</Trans>
      </Button>
      {mayApprove && (
        <Button size="sm" look="stop" tone="negative" onClick={() => setAnswer('approve')}>
          <Trans>Approve the ban</Trans>
        </Button>
      )}
      {answer !== null && <ApprovalDialog proposal={proposal} answer={answer} onClose={() => setAnswer(null)} />}
    </>
  );
}

interface AppealedProps {
  about: ModerationCase;
  appealed: ModerationCase['history'][number];
}

function Appealed({ about, appealed }: AppealedProps) {
  const [outcome, setOutcome] = useState<'upheld' | 'reversed' | null>(null);
  return (
    <>
      <p className={styles.waits}>
        <Trans>They disagree.</Trans>{' '}
        <q dir="auto" className={styles.appealWords}>
          {appealed.appeal?.text}
        </q>
      </p>
      <Button size="sm" onClick={() => setOutcome('upheld')}>
        <Trans>Uphold</Trans>
      </Button>
      <Button size="sm" look="go" onClick={() => setOutcome('reversed')}>
        <Trans>Take it back</Trans>
      </Button>
      {outcome !== null && (
        <AnswerDialog
          name={about.person.name}
          statementId={appealed.statementId}
          outcome={outcome}
          onClose={() => setOutcome(null)}
        />
      )}
    </>
  );
}
