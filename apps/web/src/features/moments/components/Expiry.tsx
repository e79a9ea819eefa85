import { Trans, useLingui } from '@lingui/react/macro';
import type { Post } from '@yonder/contract';
import { useConfig } from '../../../lib/config.ts';
import { useServerMinute } from '../use-server-minute.ts';
import { span } from '../when.ts';
import styles from './post.module.css';
import { SettingSun } from './SettingSun.tsx';

/** A sun that sets as the moment expires. */
export function Expiry({ post }: { post: Post }) {
  const { i18n } = useLingui();
  const { data: config } = useConfig();
  const now = useServerMinute();
  const left = post.expiresAt - now;
  const whole = (config?.postSeconds ?? 86_400) * 1_000;
  if (left <= 0) {
    return (
      <span className={styles.expiry}>
        <SettingSun left={0} />
        <Trans>Over</Trans>
      </span>
    );
  }
  const time = span(left, i18n.locale);
  return (
    <span className={styles.expiry}>
      <SettingSun left={left / whole} />
      {post.isActive ? <Trans>{time} left</Trans> : <Trans>Hidden</Trans>}
    </span>
  );
}
