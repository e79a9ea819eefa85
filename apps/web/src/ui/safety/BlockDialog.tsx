import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { SafetyTarget } from '@yonder/contract';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import styles from './safety.module.css';
import type { Known } from './thanks.ts';
import { useLateFailure } from './use-late-failure.ts';

interface BlockDialogProps {
  open: boolean;
  name: string;
  target: SafetyTarget;
  known: Known;
  onBlocked: () => void;
  onClose: () => void;
}

interface BlockConsequencesProps {
  target: SafetyTarget;
  known: Known;
}

/** The effects of a block, shown wherever one press blocks. One by alias changes nothing between named friends. */
export function BlockConsequences({ target: { type }, known }: BlockConsequencesProps) {
  if (known === 'alias') {
    return type === 'chatRoom' || type === 'message' ? (
      <Trans>
        You never meet each other again, and the chat ends at once. They are not told why. You can unblock them in the
        settings.
      </Trans>
    ) : (
      <Trans>You never meet each other again. They are told nothing. You can unblock them in the settings.</Trans>
    );
  }
  if (type === 'post') {
    return (
      <Trans>
        You never meet each other again and do not see each other’s moments, and a chat or call that you have by name
        ends at once. They are told nothing. You can unblock them in the settings.
      </Trans>
    );
  }
  return (
    <Trans>
      You never meet each other again, your chat is closed, and a call between the two of you as friends ends at once.
      They are told nothing. You can unblock them in the settings.
    </Trans>
  );
}

export function BlockDialog({ open, name, target, known, onBlocked, onClose }: BlockDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Block ${name}?`}
      description={<BlockConsequences target={target} known={known} />}
    >
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
