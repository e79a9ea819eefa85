import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { EyeIcon, EyeSlashIcon } from '../../../ui/icons.ts';
import { useAddress } from '../use-address.ts';
import { Broken } from './Broken.tsx';
import styles from './report.module.css';

/** Blurred until pressed, so that moderators do not see it by accident; pressing again blurs it. */
export function HiddenPicture({ url }: { url: string }) {
  const { t } = useLingui();
  const [sight, setSight] = useState<'blurred' | 'clear'>('blurred');
  const { address, isBroken, fail, again } = useAddress(url);
  if (isBroken) return <Broken onAgain={again} />;
  const Eye = sight === 'blurred' ? EyeIcon : EyeSlashIcon;
  return (
    <button
      type="button"
      className={styles.picture}
      data-sight={sight}
      onClick={() => setSight(sight === 'blurred' ? 'clear' : 'blurred')}
    >
      <img src={address} alt={t`Reported picture`} onError={fail} />
      <span className={styles.eye}>
        <Eye size={18} weight="bold" />
        {sight === 'blurred' ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
      </span>
    </button>
  );
}
