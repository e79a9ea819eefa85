import { Trans, useLingui } from '@lingui/react/macro';
import type { ColorTheme } from '@yonder/contract';
import { useEffect, useState } from 'react';
import { useAppState } from '../../state/store.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CaretLeftIcon, CaretRightIcon } from '../../ui/icons.ts';
import { Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './features.module.css';

interface Feature {
  /** Each mode has its own sky. */
  sky: ColorTheme;
  title: string;
  promise: string;
}

/**
 * The four modes as arches that take turns every 3 s. The bar under the open one is the clock, so a pointer, the focus
 * or a hidden tab pauses the turns with it. With reduced motion, the user turns them by hand.
 */
export function Features() {
  const { t } = useLingui();
  const [open, setOpen] = useState(1);
  const hidden = usePageHidden();
  const features: readonly Feature[] = [
    { sky: 'sunset', title: t`Daily Moments`, promise: t`Share your story with the world` },
    { sky: 'golden', title: t`Voice Vibes`, promise: t`Connect through voice calls` },
    { sky: 'ocean', title: t`Chat Magic`, promise: t`Instant messaging with strangers` },
    { sky: 'lavender', title: t`Explore Nearby`, promise: t`Find local connections` },
  ];
  const turn = (by: number) => setOpen((last) => (last + by + features.length) % features.length);
  return (
    <section className={styles.features} aria-labelledby="features">
      <div className={styles.head}>
        <h2 id="features" className={text.displayL}>
          <Trans>Four ways over the horizon</Trans>
        </h2>
        <div className={styles.byHand}>
          <IconButton label={t`Previous`} onClick={() => turn(-1)}>
            <CaretLeftIcon size={24} data-turns="" />
          </IconButton>
          <IconButton label={t`Next`} onClick={() => turn(1)}>
            <CaretRightIcon size={24} data-turns="" />
          </IconButton>
        </div>
      </div>
      <ul className={styles.arches} data-paused={hidden || undefined}>
        {features.map((feature, index) => (
          <Arch
            key={feature.sky}
            feature={feature}
            open={index === open}
            onLook={() => setOpen(index)}
            onLooked={() => turn(1)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ArchProps {
  feature: Feature;
  open: boolean;
  onLook: () => void;
  /** The arch's 3 seconds are over. */
  onLooked: () => void;
}

function Arch({ feature, open, onLook, onLooked }: ArchProps) {
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
      {open && <span className={styles.clock} aria-hidden="true" onAnimationEnd={onLooked} />}
    </li>
  );
}

function usePageHidden(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const read = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
  return hidden;
}
