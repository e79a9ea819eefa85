import { useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText, type ModerationCase } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Textarea } from '../../../ui/Field.tsx';
import { useChangeCase } from '../api/change-case.ts';
import styles from './dialogs.module.css';

interface ApprovalDialogProps {
  proposal: NonNullable<ModerationCase['proposal']>;
  answer: 'approve' | 'refuse';
  onClose: () => void;
}

/** A ban needs a second moderator. */
export function ApprovalDialog({ proposal: { statementId, text }, answer, onClose }: ApprovalDialogProps) {
  const { t } = useLingui();
  const [note, setNote] = useState('');
  const approving = useChangeCase(onClose);
  const title = answer === 'approve' ? t`Approve the ban` : t`Do not ban`;
  return (
    <Dialog
      open
      outside="stays"
      onClose={onClose}
      title={title}
      description={
        answer === 'approve' ? t`They read: “${text}”` : t`The pause ends at once, and the case is open again.`
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const approval = { statementId, approve: answer === 'approve', note: toVisibleText(note, 'lines') || null };
          if (!approving.isPending) approving.mutate({ do: 'approve', approval });
        }}
      >
        <Textarea
          label={t`Note for moderators (optional)`}
          value={note}
          maxLength={FIXED.statementLength}
          rows={2}
          onChange={({ target }) => setNote(target.value)}
        />
        {approving.error && (
          <p className={styles.error} role="alert">
            {errorText(approving.error)}
          </p>
        )}
        <Button
          type="submit"
          width="full"
          busy={approving.isPending}
          {...(answer === 'approve' ? ({ look: 'stop', tone: 'negative' } as const) : {})}
        >
          {title}
        </Button>
      </form>
    </Dialog>
  );
}
