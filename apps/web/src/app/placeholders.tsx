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

/** Pages that have a text but no content yet. */
const PLACEHOLDERS = {
  register: { title: msg`Register`, lead: msg`Registration page coming soon!` },
} satisfies Record<string, Placeholder>;
type PlaceholderName = keyof typeof PLACEHOLDERS;

/** A page of its own, open to everyone. */
export function PublicPlaceholder({ name }: { name: PlaceholderName }) {
  const { t, i18n } = useLingui();
  const { title, lead } = PLACEHOLDERS[name];
  return (
    <MessagePage
      title={i18n._(title)}
      lead={i18n._(lead)}
      actions={<ButtonLink look="go" to="/login">{t`Go to sign in`}</ButtonLink>}
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
