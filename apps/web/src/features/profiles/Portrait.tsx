import { useState } from 'react';
import { Scene } from '../../ui/scene/index.ts';
import styles from './portrait.module.css';

interface PortraitProps {
  src: string | undefined;
  name: string;
  /** large: the page's portrait; small: one of several photos. */
  size?: 'large' | 'small';
}

/** A photo in a window frame; without a photo it shows a horizon. */
export function Portrait({ src, name, size = 'large' }: PortraitProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={styles.arch} data-size={size}>
      {src === undefined || src === failed ? (
        <Scene variant="window" />
      ) : (
        <img src={src} alt={name} loading={size === 'small' ? 'lazy' : 'eager'} onError={() => setFailed(src)} />
      )}
    </div>
  );
}
