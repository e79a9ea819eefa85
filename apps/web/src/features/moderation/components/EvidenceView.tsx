import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Evidence } from '@yonder/contract';
import type { ReactNode } from 'react';
import { duration } from '../../../lib/when.ts';
import { useRegionName } from '../../../ui/region/atlas.ts';
import text from '../../../ui/text.module.css';
import { HiddenPicture } from './HiddenPicture.tsx';
import { Messages } from './Messages.tsx';
import styles from './report.module.css';

/** Shows the content as it was when reported, not as it is now. */
export function EvidenceView({ evidence: { messages, post, comment, call, portrait } }: { evidence: Evidence }) {
  return (
    <>
      {messages.length > 0 && <Messages messages={messages} />}
      {post && <Post post={post} />}
      {comment && (
        <Words at={comment.createdAt} title={<Trans>The comment</Trans>}>
          {comment.content}
        </Words>
      )}
      {call && <Call call={call} />}
      {portrait && <Portrait portrait={portrait} />}
    </>
  );
}

function Post({ post }: { post: NonNullable<Evidence['post']> }) {
  const region = useRegionName(post.region ?? '');
  return (
    <Words at={post.createdAt} title={<Trans>The moment</Trans>} where={region}>
      {post.content}
    </Words>
  );
}

interface WordsProps {
  title: ReactNode;
  at: number;
  where?: string;
  children: string;
}

function Words({ title, at, where = '', children }: WordsProps) {
  const { i18n } = useLingui();
  return (
    <div className={styles.evidence}>
      <h3 className={text.label}>{title}</h3>
      <p className={styles.words} dir="auto">
        {children}
      </p>
      <p className={text.caption}>
        {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
        {where !== '' && <span>{` · ${where}`}</span>}
      </p>
    </div>
  );
}

function Call({ call: { startedAt, seconds, topics } }: { call: NonNullable<Evidence['call']> }) {
  const { t, i18n } = useLingui();
  const length = duration(seconds);
  return (
    <div className={styles.evidence}>
      <h3 className={text.label}>
        <Trans>The call</Trans>
      </h3>
      <p>
        {startedAt === null
          ? t`Nobody had spoken yet`
          : t`${length} from ${i18n.date(new Date(startedAt), { dateStyle: 'medium', timeStyle: 'short' })}`}
      </p>
      <p className={text.caption}>
        <Trans>Calls are not recorded.</Trans>
      </p>
      {topics.length > 0 && (
        <ul className={styles.topics}>
          {topics.map(({ by, topic }) => (
            <li key={by}>
              {by === 'reported' ? t`Their topic:` : t`The reporter’s topic:`} <q dir="auto">{topic}</q>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Portrait({ portrait: { name, bio, photoUrls } }: { portrait: NonNullable<Evidence['portrait']> }) {
  return (
    <div className={styles.evidence}>
      <h3 className={text.label}>
        <Trans>The profile</Trans>
      </h3>
      {name !== '' && (
        <p className={text.strong} dir="auto" translate="no">
          {name}
        </p>
      )}
      {bio !== '' && (
        <p className={styles.words} dir="auto">
          {bio}
        </p>
      )}
      {photoUrls.length > 0 && (
        <>
          <p className={text.caption}>
            <Plural value={photoUrls.length} one="# photo" other="# photos" />
          </p>
          <div className={styles.photos}>
            {photoUrls.map((url, place) => (
              // eslint-disable-next-line react/no-array-index-key -- Their order is all that tells them apart: an address lasts ten minutes.
              <HiddenPicture key={place} url={url} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
