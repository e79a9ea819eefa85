import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@yonder/contract';
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { CaretLeftIcon, PhoneIcon } from '../../ui/icons.ts';
import { useCalling } from '../../ui/calling/use-calling.ts';
import text from '../../ui/text.module.css';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { profileQuery } from './api.ts';
import styles from './profile.module.css';
import { ProfileView } from './ProfileView.tsx';

const SafetyMenu = lazy(async () => ({
  default: (await import('../../ui/safety/SafetyMenu.tsx')).SafetyMenu,
}));

/** Somebody else, as far as they are known to you. */
export function ProfilePage() {
  const { t } = useLingui();
  const { userId = '' } = useParams();
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(userId));
  if (profile) return <Known profile={profile} />;
  if (profile === null) {
    return (
      <MessagePage
        place="inside"
        scene="not-found"
        title={t`Nobody here`}
        lead={t`This person is not here.`}
        actions={<ButtonLink to="/chats">{t`Back to chats`}</ButtonLink>}
      />
    );
  }
  if (error !== null) {
    return (
      <MessagePage
        place="inside"
        scene="error"
        title={t`This profile did not load`}
        lead={errorText(error)}
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  return (
    <div className={styles.loading}>
      <Skeleton lines={6} label={t`Loading...`} />
    </div>
  );
}

function Known({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  if (profile.relation === 'self') return <Navigate to="/profile" replace />;
  const known = profile.relation === 'partner' ? profile : { ...profile, ageRange: null, region: null };
  return (
    <>
      <div className={styles.bar}>
        <IconLink to="/chats" label={t`Back to chats`}>
          <CaretLeftIcon size={24} data-turns="" />
        </IconLink>
        <Suspense fallback={null}>
          <SafetyMenu key={known.userId} name={known.name} target={{ type: 'user', id: known.userId }} />
        </Suspense>
      </div>
      <ProfileView
        person={known}
        actions={profile.relation === 'partner' ? <CallButton profile={profile} /> : undefined}
      />
    </>
  );
}

function CallButton({ profile }: { profile: Extract<Profile, { relation: 'partner' }> }) {
  const { t } = useLingui();
  const { userId, name, photos, thumbs } = profile;
  const other = { userId, name, photo: photos[0] ?? null, thumb: thumbs[0] ?? null };
  const { call, hindrance } = useCalling(null, other);
  return (
    <>
      <Button look="go" disabled={hindrance !== null} onClick={call}>
        <PhoneIcon size={22} weight="fill" />
        {t`Call`}
      </Button>
      {hindrance !== null && <p className={text.caption}>{hindrance}</p>}
    </>
  );
}
