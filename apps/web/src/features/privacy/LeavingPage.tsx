import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { userOf, type User } from '../../state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { Copy } from './Copy.tsx';

interface LeavingPageProps {
  /** Ms since the epoch. */
  erasesAt: number;
  /** Moderation decisions about the user, if any, and how to appeal. */
  decisions: ReactNode;
  onStay: (user: User) => void;
  onLogOut: () => void;
}

/** Everything a user can still do while their account waits for its erasure. */
export function LeavingPage({ erasesAt, decisions, onStay, onLogOut }: LeavingPageProps) {
  const { t, i18n } = useLingui();
  const day = i18n.date(new Date(erasesAt), { dateStyle: 'long' });
  const staying = useMutation({
    mutationFn: async () => {
      await client.call('cancelDeletion');
      const own = await client.call('getProfile');
      if (own.relation === 'self') onStay(userOf(own));
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return (
    <MessagePage
      scene="not-found"
      title={t`You are leaving`}
      lead={t`Everything of yours will be erased on ${day}. Until then nobody sees you, and you can still stay.`}
      actions={
        <>
          <Button look="go" busy={staying.isPending} onClick={() => staying.mutate()}>
            <Trans>Keep my account</Trans>
          </Button>
          <TakeAlong />
          <Button onClick={onLogOut}>
            <Trans>Log out</Trans>
          </Button>
        </>
      }
    >
      {decisions}
    </MessagePage>
  );
}

function TakeAlong() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Export my data</Trans>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Export my data`}
        description={t`You can take a copy of everything along.`}
      >
        <Copy />
      </Dialog>
    </>
  );
}
