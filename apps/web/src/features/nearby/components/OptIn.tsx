import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/Button.tsx';
import { EyeIcon, MapPinIcon, TrashIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Scene } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { usePlace } from '../use-place.ts';
import styles from './opt-in.module.css';
import { PlaceTrouble } from './PlaceTrouble.tsx';

/** off: not visible lately. over: the 24 hours have just ended. */
export function OptIn({ why }: { why: 'off' | 'over' }) {
  const { t } = useLingui();
  const placing = usePlace();
  return (
    <>
      <div className={styles.sky}>
        <Scene variant="home" />
      </div>
      <div className={styles.ground}>
        <div className={styles.title}>
          <PageTitle className={text.displayL}>{t`Explore Nearby`}</PageTitle>
          <p className={text.lead}>{t`Find local connections`}</p>
        </div>
        {why === 'over' && (
          <p className={text.strong} role="status">
            <Trans>Your 24 hours are over: nobody finds you here now.</Trans>
          </p>
        )}
        <ul className={styles.facts}>
          <li>
            <MapPinIcon size={24} />
            <p>
              <Trans>
                Your exact place is never shown, and never kept. We move it by roughly one to three kilometres, to the
                middle of an area of about five square kilometres, and keep that alone.
              </Trans>
            </p>
          </li>
          <li>
            <EyeIcon size={24} />
            <p>
              <Trans>
                People within 50 km who do the same see your name, your photo, whether you are here, and roughly how far
                away: under 5, 10, 25 or 50 km.
              </Trans>
            </p>
          </li>
          <li>
            <TrashIcon size={24} />
            <p>
              <Trans>It ends by itself after 24 hours. Hide yourself earlier, and your place is deleted at once.</Trans>
            </p>
          </li>
        </ul>
        <PlaceTrouble placing={placing} />
        <div>
          <Button look="go" size="lg" busy={placing.isPending} onClick={() => placing.mutate()}>
            <Trans>Show me nearby</Trans>
          </Button>
        </div>
        <p className={text.caption}>
          <Trans>Your browser asks you first.</Trans>
        </p>
      </div>
    </>
  );
}
