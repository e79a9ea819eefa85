import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FIXED } from '@yonder/contract';
import { Link } from 'react-router';
import { productName } from '../../lib/product.ts';
import { appStore, useAppState } from '../../state/store.ts';
import { IconLink } from '../../ui/IconButton.tsx';
import { BellIcon, PhoneIcon } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Logo, PhotoAvatar, Scene } from '../../ui/scene/index.ts';
import text from '../../ui/text.module.css';
import styles from './home.module.css';
import { TopicField } from '../../ui/TopicField.tsx';
import { useFacts } from './use-facts.ts';
import { useGreeting } from './use-greeting.ts';
import { Ways } from './Ways.tsx';

interface HomePageProps {
  /** Starts a call; null during one. */
  onCall: (() => void) | null;
  /** returning: the page was in a call before it was reloaded. */
  call: 'none' | 'returning';
}

/** The hub of the four modes: the sun starts a call, the ground holds the other three. */
export function HomePage({ onCall, call }: HomePageProps) {
  const { t } = useLingui();
  const greeting = useGreeting();
  const facts = useFacts();
  return (
    <div className={styles.page}>
      <section className={styles.horizon}>
        <div className={styles.sky}>
          <Scene variant="home">
            <button type="button" className={styles.sun} disabled={onCall === null} onClick={onCall ?? undefined}>
              <PhoneIcon weight="fill" />
              {call === 'returning' ? <Trans>Back to your call…</Trans> : <Trans>Start a call</Trans>}
            </button>
          </Scene>
        </div>
        <Head />
        <div className={styles.words}>
          <PageTitle className={text.displayL}>{greeting}</PageTitle>
          <p className={text.lead}>
            {facts?.waitingToTalk ? (
              <Plural
                value={facts.waitingToTalk}
                one="# person is waiting to talk"
                other="# people are waiting to talk"
              />
            ) : (
              t`No photos. Just a voice.`
            )}
          </p>
        </div>
        <CallTopic place="sky" />
      </section>
      <CallTopic place="ground" />
      <Ways facts={facts} />
    </div>
  );
}

function Head() {
  const { t } = useLingui();
  const user = useAppState((state) => state.user);
  const unread = useAppState((state) => state.unreadNotifications);
  return (
    <header className={styles.head}>
      <span className={styles.brand}>
        <Logo name={productName()} />
      </span>
      <IconLink
        to="/notifications"
        label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`}
        dot={unread > 0 ? 'shown' : undefined}
      >
        <BellIcon size={26} />
      </IconLink>
      <Link to="/profile" className={styles.you} aria-label={t({ message: 'You', context: 'navigation' })}>
        <PhotoAvatar
          src={user?.profile.thumbs[0] ?? null}
          name={user?.profile.name ?? ''}
          seed={user?.id ?? ''}
          size={36}
        />
      </Link>
    </header>
  );
}

/** One topic in two places: beside the sun on wide screens, below it on phones. */
function CallTopic({ place }: { place: 'sky' | 'ground' }) {
  const topic = useAppState((state) => state.callTopic);
  return (
    <div className={styles.topic} data-place={place}>
      <TopicField
        value={topic}
        maxLength={FIXED.topicLength}
        onChange={(callTopic) => appStore.setState({ callTopic })}
      />
    </div>
  );
}
