import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PublicConfig } from '@yonder/contract';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { AppleLogoIcon, GoogleLogoIcon, SignInIcon } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import text from '../../ui/text.module.css';

interface ProvidersProps {
  config: Pick<UseQueryResult<PublicConfig>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  returnTo: string;
}

/** A button for each sign-in service the operator offers; the first one is the screen's go. */
export function Providers({ config, returnTo }: ProvidersProps) {
  const { t } = useLingui();
  if (config.data) {
    return config.data.providers.map(({ id, name }, index) => (
      <ButtonAnchor key={id} look={index === 0 ? 'go' : 'neutral'} width="full" href={loginAddress(id, returnTo)}>
        <ProviderIcon id={id} />
        {t`Continue with ${name}`}
      </ButtonAnchor>
    ));
  }
  if (!config.isError) return <Skeleton lines={2} label={t`Loading...`} />;
  return (
    <>
      <p role="alert" className={text.muted}>
        <Trans>The ways to sign in did not load. The connection may be down for a moment.</Trans>
      </p>
      <Button busy={config.isFetching} onClick={() => void config.refetch()}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
}

function loginAddress(provider: string, returnTo: string): string {
  return `/api/v1/auth/login?${new URLSearchParams({ provider, returnTo })}`;
}

function ProviderIcon({ id }: { id: string }) {
  if (id.includes('google')) return <GoogleLogoIcon size={22} weight="bold" />;
  if (id.includes('apple')) return <AppleLogoIcon size={22} weight="fill" />;
  return <SignInIcon size={22} weight="bold" />;
}
