import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useAppState } from '../../state/store.ts';
import type { User } from '../../state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { CaretLeftIcon } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import styles from './upgrade.module.css';

/** What premium would change under the current rules, and a sign-up for news of it. */
export function UpgradePage({ onChanged }: { onChanged: (user: User) => void }) {
  const { t } = useLingui();
  return (
    <>
      <section className={styles.horizon}>
        <div className={styles.sky}>
          <Scene variant="beside" />
        </div>
        <div className={styles.back}>
          <IconLink to="/profile" label={t`Back`}>
            <CaretLeftIcon size={22} data-turns="" />
          </IconLink>
        </div>
        <PageTitle className={text.displayL}>{t`Upgrade to Premium`}</PageTitle>
      </section>
      <div className={styles.ground}>
        <p className={text.lead}>
          <Trans>Premium features coming soon!</Trans>
        </p>
        <Comparison />
        <Waiting onChanged={onChanged} />
      </div>
    </>
  );
}

function Comparison() {
  const { t } = useLingui();
  const { commentOpportunities: comments, busyComments: busy, busyPostsAtMost: shown } = FIXED;
  const rows = [
    [t`Comments a day`, String(comments), t`Unlimited`],
    [t`Moments with ${busy} or more comments`, t`Up to ${shown} shown`, t`All shown`],
    [t`Your comments`, t`In order`, t`Listed first`],
    [t`Text matches in a row`, t`With breaks`, t`No breaks`],
    [t`Voice calls`, t`Included`, t`Included`],
  ] as const;
  return (
    // Focusable, so that it can be scrolled with the keyboard.
    <div className={styles.sideways} tabIndex={0} role="region" aria-label={t`What changes`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`What changes`}</th>
            <th scope="col">{t`Free`}</th>
            <th scope="col">{t`Premium`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, free, premium]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{free}</td>
              <td>{premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Waiting({ onChanged }: { onChanged: (user: User) => void }) {
  const { t } = useLingui();
  const user = useAppState((state) => state.user);
  const saving = useMutation({
    mutationFn: (awaits: boolean) => client.call('awaitPremium', { awaits }),
    onSuccess: (_done, awaitsPremium) => user && onChanged({ ...user, awaitsPremium }),
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  if (user === null) return null;
  if (user.isPaid) return <p className={text.strong}>{t`You have Premium already.`}</p>;
  if (!user.awaitsPremium) {
    return (
      <Button look="go" busy={saving.isPending} onClick={() => saving.mutate(true)}>
        <Trans>Tell me when it’s ready</Trans>
      </Button>
    );
  }
  return (
    <div className={styles.waiting}>
      <p className={text.strong} role="status">
        <Trans>We will tell you when it’s ready.</Trans>
      </p>
      <Button size="sm" busy={saving.isPending} onClick={() => saving.mutate(false)}>
        <Trans>Never mind</Trans>
      </Button>
    </div>
  );
}
