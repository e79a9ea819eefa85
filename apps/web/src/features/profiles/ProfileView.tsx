import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { languageName } from '../../lib/places.ts';
import { useShownName } from '../../lib/shown-name.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useRegionName } from '../../ui/region/atlas.ts';
import text from '../../ui/text.module.css';
import { Portrait } from './Portrait.tsx';
import styles from './profile.module.css';

interface ProfileViewProps {
  person: {
    name: string;
    photos: readonly string[];
    bio: string;
    ageRange: string | null;
    region: string | null;
    languages: readonly string[];
    interests: readonly string[];
  };
  /** Actions beside the name. */
  beside?: ReactNode;
  /** Below the name: presence, and since when the two have known each other. */
  standing?: ReactNode;
  /** Actions below. */
  actions?: ReactNode;
  /** On the user's own profile: the comments left today. */
  left?: ReactNode;
}

/** A profile: the portrait beside the text, the other photos below. */
export function ProfileView({ person, beside, standing, actions, left }: ProfileViewProps) {
  const { t, i18n } = useLingui();
  const { photos, bio, ageRange, region, languages, interests } = person;
  const name = useShownName()(person.name);
  const where = useRegionName(region);
  const spoken = languages.map((tag) => languageName(tag, i18n.locale));
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(region === null ? [] : [[t`Region`, where] as const]),
    ...(spoken.length === 0 ? [] : [[t`Languages`, <Listed key="languages" words={spoken} />] as const]),
    ...(interests.length === 0 ? [] : [[t`Ask me about`, <Listed key="interests" words={interests} />] as const]),
  ];
  return (
    <article className={styles.profile}>
      <div className={styles.portrait}>
        <Portrait src={photos[0]} name={name} />
      </div>
      <div className={styles.words}>
        <div className={styles.title}>
          <PageTitle className={text.displayL} translate="no">
            {name}
          </PageTitle>
          {beside}
        </div>
        {ageRange !== null && (
          <p className={styles.age}>
            <bdi>{ageRange}</bdi>
          </p>
        )}
        {standing}
        {actions && <div className={styles.actions}>{actions}</div>}
        {bio !== '' && (
          <p className={`${text.lead} ${styles.bio}`} dir="auto">
            {bio}
          </p>
        )}
        {left}
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        )}
        {photos.length > 1 && <Photos photos={photos.slice(1)} name={name} />}
      </div>
    </article>
  );
}

/** One line in the page language's list format; each word keeps its own direction. */
function Listed({ words }: { words: readonly string[] }) {
  const { i18n } = useLingui();
  const parts = new Intl.ListFormat(i18n.locale, { style: 'narrow' }).formatToParts(words);
  // The parts have no other key than their index.
  // eslint-disable-next-line react/no-array-index-key
  return parts.map(({ type, value }, at) => (type === 'element' ? <bdi key={at}>{value}</bdi> : value));
}

/** The photos after the portrait. */
function Photos({ photos, name }: { photos: readonly string[]; name: string }) {
  const { t } = useLingui();
  return (
    <section className={styles.photos} aria-labelledby="photos">
      <h2 id="photos" className={text.title}>{t`Photos`}</h2>
      <ul>
        {photos.map((photo) => (
          <li key={photo}>
            <Portrait src={photo} name={name} size="small" />
          </li>
        ))}
      </ul>
    </section>
  );
}
