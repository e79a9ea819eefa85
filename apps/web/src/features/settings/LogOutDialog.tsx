import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { UnsentWords } from './use-log-out.ts';

interface LogOutDialogProps {
  from: 'here' | 'everywhere';
  /** What is lost with it; null: nothing. */
  unsent: UnsentWords | null;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function LogOutDialog({ from, unsent, isBusy, onConfirm, onClose }: LogOutDialogProps) {
  const { t } = useLingui();
  const name = from === 'here' ? t`Log out` : t`Log out everywhere`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={from === 'here' ? name : t`Log out everywhere?`}
      description={<Consequences from={from} unsent={unsent} />}
    >
      <Button look="stop" tone="negative" width="full" busy={isBusy} onClick={onConfirm}>
        {name}
      </Button>
      <Button look="line" width="full" onClick={onClose}>
        {t`Cancel`}
      </Button>
    </Dialog>
  );
}

/** What ends with a logout, and what of one's words is lost. */
export function Consequences({ from, unsent }: Pick<LogOutDialogProps, 'from' | 'unsent'>) {
  const { t } = useLingui();
  const messages = unsent?.messages ?? 0;
  return (
    <>
      {from === 'everywhere' && (
        <span>
          <Trans>
            Every browser you are signed in with is signed out within seconds, this one too. A call you are in ends.
          </Trans>
        </span>
      )}{' '}
      {unsent && (
        <span>
          {t`${plural(messages, {
            0: 'Your drafts on this device are lost.',
            one: '# unsent message and all drafts on this device are lost.',
            other: '# unsent messages and all drafts on this device are lost.',
          })}`}
        </span>
      )}
    </>
  );
}
