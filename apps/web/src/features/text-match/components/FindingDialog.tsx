import { Trans, useLingui } from '@lingui/react/macro';
import { useAppState } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { matching } from '../text.ts';
import { useMatching } from '../use-matching.ts';
import styles from './match.module.css';

/** On every screen: shown while somebody to write with is looked for. Closing it leaves the queue. */
export function FindingDialog() {
  const { t } = useLingui();
  const { finding } = useMatching();
  const appearance = useAppState(({ theme }) => theme);
  const close = (): void => void matching.cancel();
  return (
    <Dialog
      open={finding !== null}
      onClose={close}
      outside="stays"
      picture={
        <div data-theme="ocean" data-appearance={appearance}>
          <Scene variant="home" />
        </div>
      }
      title={t`Finding someone…`}
      description={
        <>
          <Trans>Please wait while we connect you with another person.</Trans>{' '}
          <Trans>Close this and you leave the queue.</Trans>
        </>
      }
    >
      <p className={`${text.label} ${styles.place}`} role="status">
        {finding?.queue && <Place {...finding.queue} />}
      </p>
      <Button look="stop" width="full" onClick={close}>{t`Cancel`}</Button>
    </Dialog>
  );
}

function Place({ position, totalInQueue }: { position: number; totalInQueue: number }) {
  return (
    <Trans>
      Number {position} of {totalInQueue} in the queue
    </Trans>
  );
}
