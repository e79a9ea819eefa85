import { useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Textarea } from '../../../ui/Field.tsx';
import { useChangeCase } from '../api/change-case.ts';
import styles from './dialogs.module.css';

interface AnswerDialogProps {
  name: string;
  statementId: string;
  outcome: 'upheld' | 'reversed';
  onClose: () => void;
}

/** The final answer to an appeal, with a text for the user. */
export function AnswerDialog({ name: known, statementId, outcome, onClose }: AnswerDialogProps) {
  const { t } = useLingui();
  const name = useShownName()(known);
  const template =
    outcome === 'upheld'
      ? t`We have looked at it again, and we stay with the decision.`
      : t`We have looked at it again, and you are right. The decision is taken back; we are sorry.`;
  const [words, setWords] = useState(template);
  const answering = useChangeCase(onClose);
  const title = outcome === 'upheld' ? t`Uphold` : t`Take it back`;
  const answer = toVisibleText(words, 'lines');
  return (
    <Dialog
      open
      outside="stays"
      onClose={onClose}
      title={title}
      description={
        outcome === 'upheld'
          ? t`It stays as it is. ${name} reads your answer, and cannot appeal again.`
          : t`What was done is undone as far as it can be. ${name} reads your answer.`
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (answer === '' || answering.isPending) return;
          answering.mutate({ do: 'answer', answer: { statementId, outcome, text: answer } });
        }}
      >
        <Textarea
          label={t`Your answer`}
          value={words}
          maxLength={FIXED.statementLength}
          counted="yes"
          error={answer === '' ? t`Please say why, in words for the person.` : undefined}
          onChange={({ target }) => setWords(target.value)}
        />
        {answering.error && (
          <p className={styles.error} role="alert">
            {errorText(answering.error)}
          </p>
        )}
        <Button type="submit" width="full" look={outcome === 'upheld' ? 'stop' : 'go'} busy={answering.isPending}>
          {title}
        </Button>
      </form>
    </Dialog>
  );
}
