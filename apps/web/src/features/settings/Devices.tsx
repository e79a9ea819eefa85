import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@yonder/contract';
import { errorText } from '../../lib/error-text.ts';
import { Button } from '../../ui/Button.tsx';
import { DesktopIcon, DeviceMobileIcon } from '../../ui/icons.ts';
import text from '../../ui/text.module.css';
import { showToast } from '../../ui/toast/toasts.ts';
import { AskedList } from './AskedList.tsx';
import { devicesQuery, signOutDevice, signOutEverywhere } from './devices.ts';
import { LaterLogOutDialog } from './LaterLogOutDialog.tsx';
import styles from './settings.module.css';
import { useLogOut, type LogOutActions } from './use-log-out.ts';

/** The browsers in which the user is signed in. */
export function Devices(leaving: LogOutActions) {
  const { t } = useLingui();
  const devices = useQuery(devicesQuery);
  return (
    <section className={styles.general} aria-labelledby="devices">
      <h2 id="devices" className={text.title}>{t`Devices`}</h2>
      <AskedList query={devices} row={DeviceRow} idOf={({ deviceId }) => deviceId} />
      <Everywhere {...leaving} />
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
function Everywhere({ onLogOut, findUnsent }: LogOutActions) {
  const logOut = (): Promise<void> => onLogOut(signOutEverywhere);
  const leaving = useLogOut({ logOut, findUnsent, asks: 'always' });
  return (
    <>
      <Button size="sm" busy={leaving.isBusy} onClick={leaving.press}>
        <Trans>Log out everywhere</Trans>
      </Button>
      {leaving.asked && <LaterLogOutDialog from="everywhere" {...leaving.asked} {...leaving.dialog} />}
    </>
  );
}
