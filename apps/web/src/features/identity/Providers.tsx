import { useLingui } from '@lingui/react/macro';
import { providers } from '../../lib/product.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { AppleLogoIcon, GoogleLogoIcon, SignInIcon } from '../../ui/icons.ts';

/** The provider that comes along for trying out: its name is no name. */
const LOCAL = 'local';

/** A button for each sign-in service the operator offers; the first one is the screen's go. */
export function Providers({ returnTo }: { returnTo: string }) {
  const { t } = useLingui();
  return providers().map(({ id, name }, index) => (
    <ButtonAnchor key={id} look={index === 0 ? 'go' : 'neutral'} width="full" href={loginAddress(id, returnTo)}>
      <ProviderIcon id={id} />
      {id === LOCAL ? t`Continue with a test account` : t`Continue with ${name}`}
    </ButtonAnchor>
  ));
}

function loginAddress(provider: string, returnTo: string): string {
  return `/api/v1/auth/login?${new URLSearchParams({ provider, returnTo })}`;
}

function ProviderIcon({ id }: { id: string }) {
  if (id.includes('google')) return <GoogleLogoIcon size={22} weight="bold" />;
  if (id.includes('apple')) return <AppleLogoIcon size={22} weight="fill" />;
  return <SignInIcon size={22} weight="bold" />;
}
