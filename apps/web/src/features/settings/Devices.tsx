import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DesktopIcon, DeviceMobileIcon } from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import { AskedList } from './AskedList.tsx';
import { devicesQuery, signOutDevice, signOutEverywhere } from './devices.ts';
import styles from './settings.module.css';

/** The browsers in which the user is signed in. */
export function Devices({ onLogOut }: { onLogOut: () => Promise<void> }) {
  const { t } = useLingui();
  const devices = useQuery(devicesQuery);
  return (
    <section className={styles.general} aria-labelledby="devices">
      <h2 id="devices" className={text.title}>{t`Devices`}</h2>
      <AskedList query={devices} row={DeviceRow} idOf={({ deviceId }) => deviceId} />
      <Everywhere onLogOut={onLogOut} />
    </section>
  );
}

const PHONES = /Android|iOS/;

function DeviceRow({ item: { deviceId, label, lastSeenAt, isThis } }: { item: Device }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const name = useDeviceName(label);
  const seen = i18n.date(new Date(lastSeenAt), { dateStyle: 'medium', timeStyle: 'short' });
  const Glyph = PHONES.test(label) ? DeviceMobileIcon : DesktopIcon;
  const leaving = useMutation({
    mutationFn: () => signOutDevice(deviceId),
    onSettled: () => queryClient.invalidateQueries(devicesQuery),
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return (
    <li className={styles.row}>
      <Glyph size={24} />
      <div className={styles.name}>
        <p className={text.strong}>{name}</p>
        <p className={text.caption}>{isThis ? t`This device` : t`Last used ${seen}`}</p>
      </div>
      {!isThis && (
        <Button size="sm" busy={leaving.isPending} aria-label={t`Sign out ${name}`} onClick={() => leaving.mutate()}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}

/** The server's "Chrome on Android", in the reader's language. */
function useDeviceName(label: string): string {
  const { t } = useLingui();
  if (label === '') return t`Unknown browser`;
  const [browser = '', system] = label.split(' on ');
  return system === undefined ? browser : t`${browser} on ${system}`;
}

/** Signs this device out last, so that its data is wiped as at every logout. */
function Everywhere({ onLogOut }: { onLogOut: () => Promise<void> }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const leaving = useMutation({
    mutationFn: async () => {
      await signOutEverywhere();
      await onLogOut();
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        <Trans>Log out everywhere</Trans>
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Log out everywhere?`}
        description={t`Every browser you are signed in with is signed out within seconds, this one too. A call you are in ends.`}
      >
        <Button look="stop" tone="negative" width="full" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          <Trans>Log out everywhere</Trans>
        </Button>
      </Dialog>
    </>
  );
}
