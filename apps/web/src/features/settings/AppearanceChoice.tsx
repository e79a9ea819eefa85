import { Trans, useLingui } from '@lingui/react/macro';
import { APPEARANCES, type Appearance } from '@yonder/contract';
import { useColorTheme } from '../../state/color-theme.ts';
import { useAppState } from '../../state/store.ts';
import { Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

/** Night or day, each shown in the chosen colours. */
export function AppearanceChoice({ onChoose }: { onChoose: (theme: Appearance) => void }) {
  const { t } = useLingui();
  const sky = useColorTheme();
  const chosen = useAppState(({ theme }) => theme);
  const names = { dark: t`Dark`, light: t`Light` } satisfies Record<Appearance, string>;
  return (
    <fieldset className={styles.group}>
      <legend className={text.title}>
        <Trans>Appearance</Trans>
      </legend>
      <div className={styles.appearances}>
        {APPEARANCES.map((appearance) => (
          <label key={appearance} className={styles.appearance} data-theme={sky} data-appearance={appearance}>
            <input
              type="radio"
              name="appearance"
              value={appearance}
              checked={appearance === chosen}
              onChange={() => onChoose(appearance)}
              className={text.unseen}
            />
            <span className={styles.outlook}>
              <Scene variant="home" />
            </span>
            <strong>{names[appearance]}</strong>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
