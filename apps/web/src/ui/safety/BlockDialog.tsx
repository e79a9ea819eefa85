import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { SafetyTarget } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import styles from './safety.module.css';
import { useLateFailure } from './use-late-failure.ts';

interface BlockDialogProps {
  open: boolean;
  name: string;
  target: SafetyTarget;
  onBlocked: () => void;
  onClose: () => void;
}

/** What a block does, said wherever one press makes it. */
export function BlockConsequences() {
  return (
    <Trans>
      You never meet each other again, your chat is closed, and a call between the two of you as friends ends at once.
      They are told nothing. You can unblock them in the settings.
    </Trans>
  );
}

export function BlockDialog({ open, name, target, onBlocked, onClose }: BlockDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog open={open} onClose={onClose} title={t`Block ${name}?`} description={<BlockConsequences />}>
      <Blocking open={open} target={target} onBlocked={onBlocked} />
    </Dialog>
  );
}

function Blocking({ open, target, onBlocked }: Pick<BlockDialogProps, 'open' | 'target' | 'onBlocked'>) {
  const { t } = useLingui();
  const blocking = useMutation({
    mutationFn: () => client.call('blockUser', { target }),
    onSuccess: onBlocked,
    onError: useLateFailure({ open }),
  });
  return (
    <>
      {blocking.error && (
        <p className={styles.error} role="alert">
          {errorText(blocking.error)}
        </p>
      )}
      <Button look="stop" tone="negative" width="full" busy={blocking.isPending} onClick={() => blocking.mutate()}>
        {t`Block`}
      </Button>
    </>
  );
}
