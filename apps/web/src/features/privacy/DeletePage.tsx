import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import styles from './privacy.module.css';

/** Explains the consequences first; a word must be typed, so that a slip is not enough. */
export function DeletePage({ onLogOut }: { onLogOut: () => Promise<void> }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Delete my account`} back={{ to: '/settings' }} />
      <div className={styles.page}>
        <section aria-labelledby="now" className={styles.words}>
          <h2 id="now" className={text.title}>{t`What happens at once`}</h2>
          <ul>
            <li>{t`You are signed out everywhere, and a call you are in ends.`}</li>
            <li>{t`Nobody sees your profile, moments or comments any more, and nobody meets you.`}</li>
            <li>{t`Your chats are closed. The others get a notification of it, from which they can still read them for 30 days, without your name; then they are gone for everybody.`}</li>
          </ul>
        </section>
        <section aria-labelledby="later" className={styles.words}>
          <h2 id="later" className={text.title}>{t`What happens in 30 days`}</h2>
          <ul>
            <li>{t`Everything of yours is erased, and cannot be brought back by anybody.`}</li>
            <li>{t`What a report shows stays with those who judge it, as long as they need it.`}</li>
          </ul>
          <p>
            <Trans>
              If you change your mind, sign in before that and keep your account. Closed chats stay closed. You may want
              a <Link to="/settings/data">copy of your data</Link> first.
            </Trans>
          </p>
        </section>
        <Confirm onLogOut={onLogOut} />
      </div>
    </>
  );
}

function Confirm({ onLogOut }: { onLogOut: () => Promise<void> }) {
  const { t, i18n } = useLingui();
  const [typed, setTyped] = useState('');
  const word = t({ message: 'delete', comment: 'The word somebody types to have their account deleted' });
  const isSure = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
  const leaving = useMutation({
    mutationFn: async () => {
      // Over HTTP: the live socket ends with the session, before it could answer.
      const { erasesAt } = await client.call('requestDeletion', null, { keepalive: true });
      const day = i18n.date(new Date(erasesAt), { dateStyle: 'long' });
      showToast({
        message: t`Your account will be erased on ${day}. Sign in before then to keep it.`,
        type: 'success',
      });
      await onLogOut();
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure) leaving.mutate();
  };
  return (
    <form className={styles.confirm} onSubmit={submit}>
      <Field
        label={t`Type “${word}” to go on`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" look="stop" tone="negative" busy={leaving.isPending} disabled={!isSure}>
          <Trans>Delete my account</Trans>
        </Button>
        <ButtonLink to="/settings">
          <Trans>Stay</Trans>
        </ButtonLink>
      </div>
    </form>
  );
}
