import { useLingui } from '@lingui/react/macro';
import { appStore, useAppState } from '../state/store.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Scene } from '../ui/scene/index.ts';

/** On every screen: shown while somebody to write with is looked for. Closing it leaves the queue. */
export function TextFindingDialog() {
  const { t } = useLingui();
  const open = useAppState((state) => state.isTextFindingOpen);
  const appearance = useAppState(({ theme }) => theme);
  const close = () => appStore.setState({ isTextFindingOpen: false });
  return (
    <Dialog
      open={open}
      onClose={close}
      outside="stays"
      picture={
        <div data-theme="ocean" data-appearance={appearance}>
          <Scene variant="home" />
        </div>
      }
      title={t`Finding someone…`}
      description={t`You will land in a room together. Close this and you leave the queue.`}
    >
      <Button look="stop" width="full" onClick={close}>{t`Cancel`}</Button>
    </Dialog>
  );
}
