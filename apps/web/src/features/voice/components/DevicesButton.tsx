import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { GearSixIcon } from '../../../ui/icons.ts';
import { later } from '../../../ui/later.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';

const CallDevices = later(async () => (await import('./CallDevices.tsx')).CallDevices, { failed: notOpened });

export function DevicesButton() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t`Microphone and loudspeaker`} onClick={() => setOpen(true)}>
        <GearSixIcon size={24} />
      </IconButton>
      {open && <CallDevices onClose={() => setOpen(false)} />}
    </>
  );
}
