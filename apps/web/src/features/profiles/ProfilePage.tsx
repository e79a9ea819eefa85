import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Profile } from '@yonder/contract';
import { type ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useGoFromHere } from '../../lib/use-go.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { CaretLeftIcon, ChatCircleIcon, PhoneIcon } from '../../ui/icons.ts';
import { useCalling } from '../../ui/calling/use-calling.ts';
import { LaterSafetyMenu } from '../../ui/safety/LaterSafetyMenu.tsx';
import text from '../../ui/text.module.css';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { profileQuery } from './api.ts';
import styles from './profile.module.css';
import { ProfileView } from './ProfileView.tsx';

interface ProfilePageProps {
  /** For a chat partner: presence, and how long they have known each other. */
  standing: (userId: string) => ReactNode;
}

/** Another user's profile, as far as the viewer may see it. */
export function ProfilePage({ standing }: ProfilePageProps) {
  const { t } = useLingui();
  const { userId = '' } = useParams();
  const { data: profile, error, isFetching, refetch } = useQuery(profileQuery(userId));
  if (profile) return <Known profile={profile} standing={standing} />;
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

function Known({ profile, standing }: ProfilePageProps & { profile: Profile }) {
  const { t } = useLingui();
  if (profile.relation === 'self') return <Navigate to="/profile" replace />;
  const known = profile.relation === 'partner' ? profile : { ...profile, ageRange: null, region: null, interests: [] };
  return (
    <>
      <div className={styles.bar}>
        <IconLink to="/chats" label={t`Back to chats`}>
          <CaretLeftIcon size={24} data-turns="" />
        </IconLink>
        <LaterSafetyMenu key={known.userId} name={known.name} target={{ type: 'user', id: known.userId }} />
      </div>
      <ProfileView
        person={known}
        standing={profile.relation === 'partner' ? standing(profile.userId) : undefined}
        actions={profile.relation === 'partner' ? <PartnerActions profile={profile} /> : undefined}
      />
    </>
  );
}

type Partner = Extract<Profile, { relation: 'partner' }>;

function PartnerActions({ profile }: { profile: Partner }) {
  return (
    <>
      <MessageButton userId={profile.userId} />
      <CallButton profile={profile} />
    </>
  );
}

/** Opens the existing chat. */
function MessageButton({ userId }: { userId: string }) {
  const go = useGoFromHere();
  const opening = useMutation({
    mutationFn: () => client.call('getOrCreateChatRoom', { userId }),
    onSuccess: ({ chatRoomId }) => go(`/chat/${chatRoomId}`),
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
  return (
    <Button look="go" busy={opening.isPending} onClick={() => opening.mutate()}>
      <ChatCircleIcon size={22} weight="fill" />
      <Trans>Message</Trans>
    </Button>
  );
}

function CallButton({ profile }: { profile: Partner }) {
  const { t } = useLingui();
  const { userId, name, photos, thumbs } = profile;
  const other = { userId, name, photo: photos[0] ?? null, thumb: thumbs[0] ?? null };
  const { call, hindrance } = useCalling(null, other);
  return (
    <>
      <Button disabled={hindrance !== null} onClick={call}>
        <PhoneIcon size={22} weight="fill" />
        {t`Call`}
      </Button>
      {hindrance !== null && <p className={text.caption}>{hindrance}</p>}
    </>
  );
}
