import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { COLOR_THEMES, type ColorTheme } from '@yonder/contract';
import { useColorTheme } from '../../state/color-theme.ts';
import { useAppState } from '../../state/store.ts';
import { Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './settings.module.css';

const SKIES = {
  golden: msg`Golden`,
  sunset: msg`Sunset`,
  ocean: msg`Ocean`,
  forest: msg`Forest`,
  sakura: msg`Sakura`,
  lavender: msg`Lavender`,
  rosegold: msg`Rose gold`,
  rainbow: msg`Rainbow`,
} satisfies Record<ColorTheme, MessageDescriptor>;

/** The eight colour themes as eight windows. */
export function SkyChoice({ onChoose }: { onChoose: (theme: ColorTheme) => void }) {
  const chosen = useColorTheme();
  const appearance = useAppState(({ theme }) => theme);
  return (
    <fieldset className={styles.group}>
      <legend className={text.title}>
        <Trans>Your sky</Trans>
      </legend>
      <div className={styles.skies}>
        {COLOR_THEMES.map((sky) => (
          <Sky key={sky} sky={sky} appearance={appearance} chosen={sky === chosen} onChoose={() => onChoose(sky)} />
        ))}
      </div>
    </fieldset>
  );
}

function Sky(props: { sky: ColorTheme; appearance: string; chosen: boolean; onChoose: () => void }) {
  const { i18n } = useLingui();
  const { sky, appearance, chosen, onChoose } = props;
  return (
    <label className={styles.sky}>
      <input type="radio" name="sky" value={sky} checked={chosen} onChange={onChoose} className={text.unseen} />
      <span className={styles.window} data-theme={sky} data-appearance={appearance}>
        <Scene variant="window" />
      </span>
      <span>{i18n._(SKIES[sky])}</span>
    </label>
  );
}
