import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../../lib/config.ts';
import { useGoFromHere } from '../../../lib/use-go.ts';
import { useAppState } from '../../../state/store.ts';
import type { User } from '../../../state/user.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconLink } from '../../../ui/IconButton.tsx';
import { WarningCircleIcon, XIcon } from '../../../ui/icons.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import text from '../../../ui/text.module.css';
import { ownPostsQuery } from '../api/queries.ts';
import { failureText } from '../failure.ts';
import { useComposing } from '../use-composing.ts';
import { longSpan } from '../when.ts';
import { Audience } from './Audience.tsx';
import styles from './compose.module.css';
import { SettingSun } from './SettingSun.tsx';

/** /mode1/new */
export function ComposePage() {
  const user = useAppState((state) => state.user);
  return user && <Composing key={user.id} user={user} />;
}

function Composing({ user }: { user: User }) {
  const { t } = useLingui();
  const go = useGoFromHere();
  const { draft, content, write, post, posting } = useComposing(user, () => go('/mode1', { replace: true }));
  const { data: own } = useQuery(ownPostsQuery);
  const words = useRef<HTMLTextAreaElement>(null);
  useEffect(() => words.current?.focus(), []);
  const isFull = own?.activeLeft === 0;
  return (
    <form
      className={styles.compose}
      onSubmit={(event) => {
        event.preventDefault();
        post();
      }}
    >
      <header className={styles.head}>
        <IconLink to="/mode1" label={t`Close`}>
          <XIcon size={24} />
        </IconLink>
        <PageTitle className={text.unseen}>{t`New moment`}</PageTitle>
        <Button look="go" size="sm" type="submit" busy={posting.busy} disabled={content === '' || isFull}>
          <Trans>Post</Trans>
        </Button>
      </header>
      <textarea
        className={styles.words}
        aria-label={t`Your moment`}
        placeholder={t`Share your story with the world`}
        value={draft.content}
        maxLength={FIXED.postLength}
        rows={3}
        dir="auto"
        ref={words}
        onChange={(event) => write({ content: event.target.value })}
      />
      <div className={styles.foot}>
        {posting.error && <Mistake>{failureText(posting.error, t`Failed to create post`)}</Mistake>}
        {isFull && (
          <Mistake>
            <Trans>You have five active moments. Switch one off to post another.</Trans>{' '}
            <Link to="/mode1?show=yours" className={text.link}>
              <Trans>Your moments</Trans>
            </Link>
          </Mistake>
        )}
        <Audience user={user} draft={draft} onChange={write} />
        <Counts used={draft.content.length} left={own?.activeLeft} />
      </div>
    </form>
  );
}

function Mistake({ children }: { children: ReactNode }) {
  return (
    <p className={styles.mistake} role="alert">
      <WarningCircleIcon size={18} weight="fill" />
      <span>{children}</span>
    </p>
  );
}

function Counts({ used, left }: { used: number; left: number | undefined }) {
  const { i18n } = useLingui();
  const { data: config } = useConfig();
  const time = config && longSpan(config.postSeconds * 1_000, i18n.locale);
  return (
    <div className={styles.counts}>
      <span className={styles.sets}>
        <SettingSun left={1} size={24} />
        {time !== undefined && <Trans>Sets in {time}</Trans>}
      </span>
      {left !== undefined && left > 0 && (
        <span>
          <Plural value={left} one="You can post # more" other="You can post # more" />
        </span>
      )}
      <span className={styles.count} aria-hidden="true">
        {used} / {FIXED.postLength}
      </span>
    </div>
  );
}
