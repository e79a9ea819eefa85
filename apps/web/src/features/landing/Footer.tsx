import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { productName, socialLinks } from '../../lib/product.ts';
import { useAppState } from '../../state/store.ts';
import { AndroidLogoIcon, AppleLogoIcon } from '../../ui/icons.ts';
import { LanguageChoice } from '../../ui/LanguageChoice.tsx';
import { Logo } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './footer.module.css';
import { SocialLinks } from './SocialLinks.tsx';

export function Footer() {
  const { t } = useLingui();
  const product = productName();
  const links = socialLinks();
  const isVisitor = useAppState((state) => !state.isAuthenticated);
  return (
    <footer className={styles.footer}>
      <Column title={t`Company`}>
        <Entry to="/about">{t`About Us`}</Entry>
        <Entry to="/contact">{t`Contact Us`}</Entry>
        <Entry to="/help">{t`Help Center`}</Entry>
      </Column>
      <Column title={t`Legal`}>
        <Entry to="/terms">{t`Terms of Service`}</Entry>
        <Entry to="/privacy">{t`Privacy Policy`}</Entry>
      </Column>
      {links.length > 0 && (
        <section>
          <h2>{t`Connect`}</h2>
          <SocialLinks links={links} />
        </section>
      )}
      <Column title={t`Download`}>
        <Entry to="/download/ios">
          <AppleLogoIcon size={20} weight="fill" />
          {t`Coming Soon on iOS`}
        </Entry>
        <Entry to="/download/android">
          <AndroidLogoIcon size={20} weight="fill" />
          {t`Coming Soon on Android`}
        </Entry>
      </Column>
      <div className={styles.end}>
        <Logo name={product} />
        <div className={styles.small}>
          {isVisitor && <LanguageChoice />}
          <p className={text.caption}>
            <Trans>© 2024 {product}</Trans>
          </p>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
