import { useLingui } from '@lingui/react/macro';
import { useAddress } from '../use-address.ts';
import { Broken } from './Broken.tsx';
import styles from './report.module.css';

/** A voice message in the browser's own player. */
export function VoiceClip({ url }: { url: string }) {
  const { t } = useLingui();
  const { address, isBroken, fail, again } = useAddress(url);
  if (isBroken) return <Broken onAgain={again} />;
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what strangers say to each other has no captions
    <audio
      className={styles.voice}
      controls
      preload="none"
      src={address}
      aria-label={t`Voice message`}
      onError={fail}
    />
  );
}
