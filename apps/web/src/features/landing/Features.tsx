import { Trans, useLingui } from '@lingui/react/macro';
import type { ColorTheme } from '@yonder/contract';
import { useState } from 'react';
import { useAppState } from '../../state/store.ts';
import { Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './features.module.css';

interface Feature {
  /** Each way has its own sky. */
  sky: ColorTheme;
  title: string;
  promise: string;
}

/** The four modes as four arches; the one looked at opens. */
export function Features() {
  const { t } = useLingui();
  const [open, setOpen] = useState(1);
  const features: readonly Feature[] = [
    { sky: 'sunset', title: t`Daily Moments`, promise: t`Share your story with the world` },
    { sky: 'golden', title: t`Voice Vibes`, promise: t`Connect through voice calls` },
    { sky: 'ocean', title: t`Chat Magic`, promise: t`Instant messaging with strangers` },
    { sky: 'lavender', title: t`Explore Nearby`, promise: t`Find local connections` },
  ];
  return (
    <section className={styles.features} aria-labelledby="features">
      <h2 id="features" className={text.displayL}>
        <Trans>Four ways over the horizon</Trans>
      </h2>
      <ul className={styles.arches}>
        {features.map((feature, index) => (
          <Arch key={feature.sky} feature={feature} open={index === open} onLook={() => setOpen(index)} />
        ))}
      </ul>
    </section>
  );
}

function Arch({ feature, open, onLook }: { feature: Feature; open: boolean; onLook: () => void }) {
  const appearance = useAppState(({ theme }) => theme);
  return (
    <li className={styles.arch} data-open={open || undefined} data-theme={feature.sky} data-appearance={appearance}>
      <div className={styles.picture}>
        <Scene variant="window" />
      </div>
      <div className={styles.words}>
        <h3>
          <button type="button" aria-pressed={open} onPointerEnter={onLook} onFocus={onLook} onClick={onLook}>
            {feature.title}
          </button>
        </h3>
        <p>{feature.promise}</p>
      </div>
    </li>
  );
}
