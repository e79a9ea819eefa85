import { Trans, useLingui } from '@lingui/react/macro';
import { FIXED, toVisibleText } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Textarea } from '../../ui/Field.tsx';
import { useAppeal } from './statements.ts';
import styles from './statements.module.css';

/** A statement can be appealed once. */
export function AppealForm({ statementId }: { statementId: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<'button' | 'form'>('button');
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const appealing = useAppeal(() => setShown('button'));
  if (shown === 'button') {
    return (
      <div>
        <Button size="sm" onClick={() => setShown('form')}>
          <Trans>I disagree</Trans>
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (appealing.busy) return;
        const appeal = toVisibleText(words, 'lines');
        setMissing(appeal === '');
        if (appeal !== '') appealing.submit({ statementId, text: appeal });
      }}
    >
      <Textarea
        label={t`Why is it wrong?`}
        hint={t`You can appeal once. A moderator who did not decide this reads it, wherever there is another one.`}
        value={words}
        maxLength={FIXED.statementLength}
        counted="yes"
        // eslint-disable-next-line jsx-a11y/no-autofocus -- Asked for by the press that shows it.
        autoFocus
        error={isMissing ? t`Please say why.` : undefined}
        onChange={({ target }) => setWords(target.value)}
      />
      {appealing.error && (
        <p className={styles.error} role="alert">
          {errorText(appealing.error)}
        </p>
      )}
      <Button type="submit" look="go" busy={appealing.busy}>
        <Trans>Send my appeal</Trans>
      </Button>
    </form>
  );
}
