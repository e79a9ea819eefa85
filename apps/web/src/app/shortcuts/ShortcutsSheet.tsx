import { useLingui } from '@lingui/react/macro';
import { KeysDialog } from '../../ui/KeysDialog.tsx';
import type { PLACES } from './shortcuts.ts';

export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const places = {
    h: t`Home`,
    c: t`Chats`,
    v: t`Calls`,
    m: t`Moments`,
    t: t`Chat Magic`,
    n: t`Explore Nearby`,
    a: t`Notifications`,
    p: t({ message: 'You', context: 'navigation' }),
    s: t`Settings`,
  } satisfies Record<keyof typeof PLACES, string>;
  return (
    <KeysDialog
      open
      onClose={onClose}
      rows={[
        ...Object.entries(places).map(([key, name]) => [['g', key], name] as const),
        [['/'], t`Search`],
        [['n'], t`New moment`],
        [['m'], t`Mute`],
        [['Esc'], t`Close`],
        [['?'], t`These keys`],
      ]}
    />
  );
}
