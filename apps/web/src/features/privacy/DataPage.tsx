import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Copy } from './Copy.tsx';
import styles from './privacy.module.css';

export function DataPage() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Export my data`} back={{ to: '/settings' }} />
      <div className={styles.page}>
        <p>
          <Trans>
            Everything that is kept about you, to take along: your profile, moments, comments, chats and calls as lists,
            and your photos, pictures and voice messages.
          </Trans>
        </p>
        <p>
          <Trans>
            People you met without names are not named in it. What is kept, and for how long, is in the{' '}
            <Link to="/privacy">privacy policy</Link>.
          </Trans>
        </p>
        <Copy />
      </div>
    </>
  );
}
