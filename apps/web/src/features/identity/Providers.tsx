import { useLingui } from '@lingui/react/macro';
import { providers } from '../../lib/product.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { AppleLogoIcon, GoogleLogoIcon, SignInIcon } from '../../ui/icons.ts';

/** The test provider, which has no name worth showing. */
const LOCAL = 'local';

/** One button for each configured sign-in provider; the first is the primary one. */
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
