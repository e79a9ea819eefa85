import { Trans, useLingui } from '@lingui/react/macro';
import { productName } from '../../lib/product.ts';
import { LanguageChoice } from '../../ui/LanguageChoice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Logo, Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import { OnboardingForm } from './OnboardingForm.tsx';
import styles from './onboarding.module.css';
import type { Onboarding } from './use-onboarding.ts';

/** The first page after the first sign-in: as few answers as matching needs. */
export function OnboardingPage(onboarding: Onboarding) {
  const { t } = useLingui();
  return (
    <main className={styles.page}>
      <div className={styles.horizon}>
        <div className={styles.sky}>
          <Scene variant="home" />
        </div>
        <div className={styles.head}>
          <div className={styles.top}>
            <Logo name={productName()} />
            <LanguageChoice />
          </div>
          <PageTitle className={text.displayL}>{t`A few things before you go`}</PageTitle>
          <p className={text.lead}>
            <Trans>In calls and text matches strangers see none of this until you both like each other.</Trans>
          </p>
        </div>
      </div>
      <OnboardingForm {...onboarding} />
    </main>
  );
}
