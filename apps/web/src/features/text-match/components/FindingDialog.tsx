import { Trans, useLingui } from '@lingui/react/macro';
import { useAppState } from '../../../state/store.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import { matching } from '../text.ts';
import { useMatching } from '../use-matching.ts';
import { FindingQueue } from './FindingQueue.tsx';

/** Shown on every screen while this tab looks for a text match. Closing it leaves the queue. */
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
      <FindingQueue queue={finding?.queue ?? null} />
      <Button look="stop" width="full" onClick={close}>{t`Cancel`}</Button>
    </Dialog>
  );
}
