import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { errorText } from '../../../lib/error-text.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import type { PushState } from './device-push.ts';
import styles from './device-push.module.css';
import { devicePush } from './this-device.ts';

/** The settings row for this browser: whether it gets pushes while no page is open. */
export function DevicePush() {
  const { t } = useLingui();
  const state = useStore(devicePush.store);
  const change = useMutation({
    mutationFn: (wanted: 'on' | 'off') => (wanted === 'on' ? devicePush.turnOn() : devicePush.turnOff()),
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  const canChange = state === 'on' || state === 'off' || state === 'refused';
  return (
    <Switch
      checked={change.isPending ? change.variables === 'on' : state === 'on'}
      disabled={!canChange || change.isPending}
      onChange={({ target }) => change.mutate(target.checked ? 'on' : 'off')}
      hint={<Hint state={state} />}
    >
      {t`Notifications on this device`}
    </Switch>
  );
}

function Hint({ state }: { state: PushState }): ReactNode {
  switch (state) {
    case 'unknown':
    case 'off':
    case 'on':
      return <Trans>Of messages and calls, also when this is closed.</Trans>;
    case 'denied':
      return (
        <Trans>
          Notifications are blocked in this browser. To change that, press the icon beside the address, or open the
          browser’s settings for this site, and allow notifications.
        </Trans>
      );
    case 'needs-install':
      return <NeedsInstall />;
    case 'unsupported':
      return <Trans>This browser cannot be told anything while it is closed.</Trans>;
    case 'refused':
      return <Trans>Notifications cannot be sent to this browser from here.</Trans>;
    default:
      return state satisfies never;
  }
}

function NeedsInstall() {
  return (
    <>
      <Trans>An iPhone tells apps on the Home Screen only. Open this one from there, and switch this on.</Trans>{' '}
      <Link className={styles.link} to="/download/ios">
        <Trans>How to put it there</Trans>
      </Link>
    </>
  );
}
