import { useState } from 'react';
import styles from './avatar.module.css';
import { SeededAvatar } from './SeededAvatar.tsx';

interface PhotoAvatarProps {
  src: string | null;
  name: string;
  /** CSS px. */
  size: number;
  /** Draws the stand-in when there is no photo; the name when absent. */
  seed?: string;
}

/** A known person's photo; their own small horizon while there is none or it does not load. */
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
