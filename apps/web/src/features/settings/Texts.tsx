import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import styles from './settings.module.css';

/** The legal texts; pages behind the sign-in have no footer that links to them. */
export function Texts() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Terms and privacy`}>
      <ul className={styles.texts}>
        <li>
          <Link to="/terms">{t`Terms of Service`}</Link>
        </li>
        <li>
          <Link to="/rules">{t`Community rules`}</Link>
        </li>
        <li>
          <Link to="/privacy">{t`Privacy Policy`}</Link>
        </li>
        <li>
          <Link to="/child-safety">{t`Child safety`}</Link>
        </li>
      </ul>
    </nav>
  );
}
