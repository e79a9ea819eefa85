import { useState } from 'react';
import styles from './avatar.module.css';
import { SeededAvatar } from './SeededAvatar.tsx';

interface PhotoAvatarProps {
  src: string | null;
  name: string;
  /** CSS px. */
  size: number;
  /** Seed of the figure without a photo; by default the name. */
  seed?: string;
}

/** A known user's photo; their seeded figure if there is none or it fails to load. */
export function PhotoAvatar({ src, name, size, seed = name }: PhotoAvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || src === failed) return <SeededAvatar seed={seed} size={size} name={name} />;
  return (
    <img
      className={styles.avatar}
      src={src}
      alt={name}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
    />
  );
}
