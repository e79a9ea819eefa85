import { useLingui } from '@lingui/react/macro';
import { useAppState } from '../../state/store.ts';
import type { ChatChange } from '../../state/transitions.ts';
import { DEFAULT_PREFERENCES } from '../../state/user.ts';
import { Switch } from '../../ui/Switch.tsx';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

interface CallingProps {
  onChange: (change: ChatChange) => void;
}

/** How calls from a chat ring, and whether they are relayed. */
export function Calling({ onChange }: CallingProps) {
  const { t } = useLingui();
  const { ringtone, relayCalls } = useAppState(({ user }) => user?.preferences ?? DEFAULT_PREFERENCES);
  return (
    <section className={styles.general} aria-labelledby="calling">
      <h2 id="calling" className={text.title}>{t`Calls`}</h2>
      <Switch
        checked={ringtone}
        onChange={({ target }) => onChange({ ringtone: target.checked })}
        hint={t`Switched off, a call is still shown on the screen.`}
      >
        {t`Ring when someone calls`}
      </Switch>
      <Switch
        checked={relayCalls}
        onChange={({ target }) => onChange({ relayCalls: target.checked })}
        hint={t`People you call cannot learn your network address. Calls go directly only if both have switched this off.`}
      >
        {t`Always relay calls`}
      </Switch>
    </section>
  );
}
