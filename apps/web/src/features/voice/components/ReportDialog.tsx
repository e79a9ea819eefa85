import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, REPORT_REASONS } from '@yonder/contract';
import { useId, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Textarea } from '../../../ui/Field.tsx';
import text from '../../../ui/text.module.css';
import { voice } from '../voice.ts';
import styles from './dialogs.module.css';

type ReportReason = (typeof REPORT_REASONS)[number];

interface Draft {
  readonly reason: ReportReason | null;
  readonly text: string;
  readonly block: boolean;
}

type Sending = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; why: string };

interface ReportDialogProps {
  open: boolean;
  callId: string;
  onClose: () => void;
}

/** Report and leave: the call ends at once, whoever it was; moderators see it, the other person does not. */
export function ReportDialog({ open, callId, onClose }: ReportDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      outside="stays"
      title={t`Report and leave`}
      description={t`The call ends at once. They are not told why.`}
    >
      <ReportForm callId={callId} />
    </Dialog>
  );
}

function ReportForm({ callId }: { callId: string }) {
  const { t } = useLingui();
  const [draft, setDraft] = useState<Draft>({ reason: null, text: '', block: true });
  const [sending, setSending] = useState<Sending>({ kind: 'idle' });
  const send = async () => {
    if (draft.reason === null) return setSending({ kind: 'failed', why: t`Please choose a reason.` });
    setSending({ kind: 'busy' });
    try {
      await report(callId, { ...draft, reason: draft.reason });
      voice.reported();
    } catch (error) {
      setSending({ kind: 'failed', why: errorText(error) });
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
      <Reasons chosen={draft.reason} onChoose={(reason) => setDraft({ ...draft, reason })} />
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
      {sending.kind === 'failed' && (
        <p className={styles.error} role="alert">
          {sending.why}
        </p>
      )}
      <Button look="stop" tone="negative" type="submit" width="full" busy={sending.kind === 'busy'}>
        {t`Report and leave`}
      </Button>
    </form>
  );
}

/** Blocking first would end the call before it is reported, and both are wanted. */
async function report(callId: string, { reason, text: words, block }: Draft & { reason: ReportReason }): Promise<void> {
  const target = { type: 'call', id: callId } as const;
  const said = words.trim();
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
