import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import text from '../../ui/text.module.css';
import styles from './onboarding.module.css';

/** Data rights, which also apply before onboarding and to refused users. */
export function OwnData() {
  const { t } = useLingui();
  return (
    <nav className={styles.ownData} aria-label={t`Your data`}>
      <Link className={text.link} to="/settings/data">
        <Trans>Export my data</Trans>
      </Link>
      <Link className={text.link} to="/settings/delete">
        <Trans>Delete my account</Trans>
      </Link>
    </nav>
  );
}
