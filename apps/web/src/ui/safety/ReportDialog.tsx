import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, REPORT_REASONS, toVisibleText, type SafetyTarget } from '@yonder/contract';
import { useId, useState } from 'react';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { queryClient } from '../../lib/query-client.ts';
import { appStore } from '../../state/store.ts';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Dialog } from '../Dialog.tsx';
import { Textarea } from '../Field.tsx';
import text from '../text.module.css';
import { helpLinesQuery, homeRegion } from './help-lines.ts';
import styles from './safety.module.css';
import { thankFor, type Known, type ReportReason } from './thanks.ts';
import { useLateFailure } from './use-late-failure.ts';

interface Draft {
  readonly reason: ReportReason | null;
  readonly text: string;
  readonly block: boolean;
}

type Sending = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; why: string };

interface ReportFormProps {
  open: boolean;
  target: SafetyTarget;
  known: Known;
  /** Name of the submit button. */
  action: string;
  onSent: () => void;
  /** Called after a block, here or in the thanks dialog that follows. */
  onBlocked?: (() => void) | undefined;
}

interface ReportDialogProps extends ReportFormProps {
  description: string;
  onClose: () => void;
}

/** Moderators see a report, the reported user does not. ThanksHost then shows thanks above the page. */
export function ReportDialog({ description, onClose, ...form }: ReportDialogProps) {
  return (
    <Dialog open={form.open} onClose={onClose} outside="stays" title={form.action} description={description}>
      <ReportForm {...form} />
    </Dialog>
  );
}

function ReportForm({ open, target, known, action, onSent, onBlocked }: ReportFormProps) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<Draft>({ reason: null, text: '', block: false });
  const [sending, setSending] = useState<Sending>({ kind: 'idle' });
  const failLate = useLateFailure({ open });
  const choose = (reason: ReportReason): void => {
    setDraft({ ...draft, reason });
    // Prefetched, because the thanks dialog shows them at once.
    if (reason === 'self-harm') void queryClient.prefetchQuery(helpLinesQuery(homeRegion(appStore.getState())));
  };
  const send = async () => {
    const { reason, block } = draft;
    if (reason === null) return setSending({ kind: 'failed', why: t`Please choose a reason.` });
    setSending({ kind: 'busy' });
    try {
      await report(target, { ...draft, reason });
      thankFor({ target, known, reason, also: block ? 'blocked' : 'nothing', onBlocked });
      onSent();
      if (block) onBlocked?.();
    } catch (error) {
      setSending({ kind: 'failed', why: errorText(error) });
      failLate(error);
    }
  };
  return (
    <form
      className={styles.report}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Reasons chosen={draft.reason} onChoose={choose} />
      <Textarea
        label={t`Anything else (optional)`}
        value={draft.text}
        maxLength={FIXED.reportTextLength}
        rows={2}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <Checkbox checked={draft.block} onChange={(event) => setDraft({ ...draft, block: event.target.checked })}>
        <Trans>Block them: you never meet each other again.</Trans>
      </Checkbox>
      <div className={styles.send}>
        {sending.kind === 'failed' && (
          <p className={styles.error} role="alert">
            {sending.why}
          </p>
        )}
        <Button look="stop" tone="negative" type="submit" width="full" busy={sending.kind === 'busy'}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** In this order: blocking ends a call, and only a running call can be reported. */
async function report(target: SafetyTarget, { reason, text: words, block }: Draft & { reason: ReportReason }) {
  const said = toVisibleText(words, 'lines');
  await client.call('reportUser', { target, reason, text: said === '' ? null : said });
  if (block) await client.call('blockUser', { target, reason });
}

interface ReasonsProps {
  chosen: ReportReason | null;
  onChoose: (reason: ReportReason) => void;
}

function Reasons({ chosen, onChoose }: ReasonsProps) {
  const { t } = useLingui();
  const name = useId();
  const words = useReasonWords();
  return (
    <fieldset className={styles.reasons}>
      <legend className={text.label}>{t`What happened?`}</legend>
      {REPORT_REASONS.map((reason) => (
        <label key={reason}>
          <input
            type="radio"
            name={name}
            value={reason}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
          />
          <span>{words[reason]}</span>
        </label>
      ))}
    </fieldset>
  );
}

function useReasonWords(): Record<ReportReason, string> {
  const { t } = useLingui();
  return {
    minor: t`They seem to be under 18`,
    sexual: t`Sexual talk I did not want`,
    hate: t`Hate or insults`,
    threat: t`A threat`,
    'self-harm': t`They may harm themselves`,
    scam: t`A scam`,
    spam: t`Advertising`,
    impersonation: t`They pretend to be someone else`,
    other: t`Something else`,
  };
}
