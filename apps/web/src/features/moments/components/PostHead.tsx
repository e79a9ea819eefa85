import { useLingui } from '@lingui/react/macro';
import type { Post } from '@yonder/contract';
import type { ReactNode } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import { useAppState } from '../../../state/store.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { useServerMinute } from '../use-server-minute.ts';
import { ago } from '../when.ts';
import styles from './post.module.css';

/** Author, region and age of a moment. */
export function PostHead({ post, menu }: { post: Post; menu: ReactNode }) {
  const { t, i18n } = useLingui();
  const shownName = useShownName();
  const you = useAppState((state) => state.user?.id);
  const isYours = post.authorId === you;
  const place = useRegionName(post.region);
  const time = ago(useServerMinute() - post.createdAt, i18n.locale) ?? t`now`;
  return (
    <header className={styles.head}>
      <span aria-hidden="true">
        <PhotoAvatar src={post.authorThumb} name={post.authorName} seed={post.authorId} size={42} />
      </span>
      <div className={styles.who}>
        <p className={`${text.strong} ${styles.author}`} dir="auto" translate={isYours ? undefined : 'no'}>
          {isYours ? t({ message: 'You', context: 'author' }) : shownName(post.authorName)}
        </p>
        <p className={text.caption}>
          {place} · <bdi>{time}</bdi>
        </p>
      </div>
      {menu}
    </header>
  );
}
