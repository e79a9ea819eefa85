import { useLingui } from '@lingui/react/macro';
import { IconButton } from '../IconButton.tsx';
import { DotsThreeVerticalIcon } from '../icons.ts';
import { later, type Again } from '../later.tsx';
import { useAgain } from '../TryAgain.tsx';

/** The menu for reporting and blocking, once its scripts are loaded. */
export const LaterSafetyMenu = later(async () => (await import('./SafetyMenu.tsx')).SafetyMenu, {
  failed: (again) => <Unloaded again={again} />,
});

/** A button in place of the menu: reporting is never out of reach. */
function Unloaded({ again }: { again: Again }) {
  const { t } = useLingui();
  const { busy, press } = useAgain(again);
  return (
    <IconButton label={t`Report or block`} aria-busy={busy} onClick={press}>
      <DotsThreeVerticalIcon size={26} weight="bold" />
    </IconButton>
  );
}
