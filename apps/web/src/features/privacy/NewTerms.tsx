import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../lib/client.ts';
import { useConfig } from '../../lib/config.ts';
import { errorText } from '../../lib/error-text.ts';
import { useAppState } from '../../state/store.ts';
import type { User } from '../../state/user.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast/toasts.ts';

/** Asks for consent when the terms have changed, at each visit; nothing else waits for the answer. */
export function NewTerms({ onAccepted }: { onAccepted: (user: User) => void }) {
  const { t } = useLingui();
  const user = useAppState((state) => state.user);
  const current = useConfig().data?.termsVersion;
  const [later, setLater] = useState(false);
  const accepting = useMutation({
    mutationFn: async ({ you, termsVersion }: { you: User; termsVersion: string }) => {
      await client.call('acceptTerms', { termsVersion });
      onAccepted({ ...you, termsVersion });
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  if (user === null || current === undefined || user.termsVersion === current) return null;
  return (
    <Dialog
      open={!later}
      onClose={() => setLater(true)}
      title={t`The terms have changed`}
      description={
        <Trans>
          Please read the{' '}
          <Link to="/terms" target="_blank">
            terms of service
          </Link>
          . You can also do that later.
        </Trans>
      }
    >
      <Button
        look="go"
        width="full"
        busy={accepting.isPending}
        onClick={() => accepting.mutate({ you: user, termsVersion: current })}
      >
        <Trans>I accept them</Trans>
      </Button>
    </Dialog>
  );
}
