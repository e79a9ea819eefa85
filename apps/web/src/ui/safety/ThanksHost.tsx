import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import text from '../text.module.css';
import { showToast } from '../toast/toasts.ts';
import { BlockConsequences } from './BlockDialog.tsx';
import { HelpLines } from './HelpLines.tsx';
import styles from './safety.module.css';
import { thanked, useSent, type Sent } from './thanks.ts';
import { useLateFailure } from './use-late-failure.ts';

/** Shown after a report, above any page: what happens next, and what else can be done. */
export function ThanksHost() {
  const { t } = useLingui();
  const sent = useSent();
  if (sent === null) return null;
  return (
    <Dialog open onClose={thanked} title={t`Thank you`} description={<Next />}>
      <Thanks sent={sent} />
    </Dialog>
  );
}

function Next() {
  return (
    <>
      <Trans>
        Our moderators read what you sent, the gravest first. They can warn somebody, pause their account or close it.
        Nobody is told who reported them.
      </Trans>{' '}
      <Trans>You two are not matched again.</Trans>{' '}
      <Trans>You will hear whether we acted on it. All your reports are in the settings, under My reports.</Trans>
    </>
  );
}

/** Targets that can be hidden: texts and pictures that stay. Nothing of a call stays. */
const LASTING: readonly Sent['target']['type'][] = ['message', 'post', 'comment', 'user'];

function Thanks({ sent }: { sent: Sent }) {
  const { target, reason } = sent;
  const isGrave = reason === 'minor' || reason === 'self-harm';
  return (
    <div className={styles.thanks}>
      {isGrave && (
        <p>
          <Trans>A report like this is looked at before all others.</Trans>{' '}
          {LASTING.includes(target.type) && <Trans>It may be hidden from everybody else until then.</Trans>}
        </p>
      )}
      {reason === 'self-harm' && <HelpLines />}
      <Blocking sent={sent} />
    </div>
  );
}

function Blocking({ sent: { target, known, reason, also, onBlocked } }: { sent: Sent }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const blocking = useMutation({
    mutationFn: () => client.call('blockUser', { target }),
    onSuccess() {
      thanked();
      onBlocked?.();
      showToast({ message: t`You blocked them.`, type: 'success' });
      void queryClient.invalidateQueries();
    },
    onError: useLateFailure({ open: true }),
  });
  if (also === 'blocked') {
    return (
      <>
        <p role="status">
          <Trans>You blocked them, too: you never meet each other again.</Trans>
        </p>
        <Done />
      </>
    );
  }
  return (
    <>
      {blocking.error && (
        <p className={styles.error} role="alert">
          {errorText(blocking.error)}
        </p>
      )}
      {/* A reporter worried about self-harm may want to stay in touch. */}
      {reason !== 'self-harm' && (
        <>
          <Button look="stop" tone="negative" width="full" busy={blocking.isPending} onClick={() => blocking.mutate()}>
            <Trans>Block them, too</Trans>
          </Button>
          <p className={text.muted}>
            <BlockConsequences target={target} known={known} />
          </p>
        </>
      )}
      <Done />
    </>
  );
}

function Done() {
  return (
    <Button width="full" onClick={thanked}>
      <Trans>Done</Trans>
    </Button>
  );
}
