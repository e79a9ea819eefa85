import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAppState } from '../state/store.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

interface Placeholder {
  title: MessageDescriptor;
  lead: MessageDescriptor;
}

/** Pages whose copy the product has before their content. */
const PLACEHOLDERS = {
  register: { title: msg`Register`, lead: msg`Registration page coming soon!` },
  ios: { title: msg`iOS App`, lead: msg`Coming Soon on iOS` },
  android: { title: msg`Android App`, lead: msg`Coming Soon on Android` },
  notifications: { title: msg`Notifications`, lead: msg`Notification center coming soon!` },
} satisfies Record<string, Placeholder>;
export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** A page of its own, open to everybody. */
export function PublicPlaceholder({ name }: { name: PlaceholderName }) {
  const { t, i18n } = useLingui();
  const { title, lead } = PLACEHOLDERS[name];
  return (
    <MessagePage
      title={i18n._(title)}
      lead={i18n._(lead)}
      actions={
        name === 'register' ? (
          <ButtonLink look="go" to="/login">{t`Go to sign in`}</ButtonLink>
        ) : (
          <ButtonLink to="/">{t`Back`}</ButtonLink>
        )
      }
    />
  );
}

/** A place between the app's navigation. */
export function InnerPlaceholder({ name }: { name: PlaceholderName }) {
  const { t, i18n } = useLingui();
  const { title, lead } = PLACEHOLDERS[name];
  return (
    <MessagePage
      place="inside"
      title={i18n._(title)}
      lead={i18n._(lead)}
      actions={<ButtonLink to="/home">{t`Back`}</ButtonLink>}
    />
  );
}

export function NotFoundPage({ place = 'alone' }: { place?: 'alone' | 'inside' }) {
  const { t } = useLingui();
  const home = useAppState((state) => (state.isAuthenticated ? '/home' : '/'));
  return (
    <MessagePage
      place={place}
      scene="not-found"
      title={t`Page Not Found`}
      lead={t`The page you're looking for doesn't exist.`}
      actions={<ButtonLink look="go" to={home}>{t`Go Home`}</ButtonLink>}
    />
  );
}
