import { useLingui } from '@lingui/react/macro';
import { Button, ButtonAnchor } from '../ui/Button.tsx';
import { MessagePage } from '../ui/MessagePage.tsx';

/** Shown after an unexpected error. Both buttons reload the app, so that nothing broken is carried along. */
export function ErrorPage() {
  const { t } = useLingui();
  return (
    <MessagePage
      scene="error"
      title={t`Oops! Something went wrong`}
      lead={t`Please try refreshing the page or go back to the home page.`}
      actions={
        <>
          <Button look="go" onClick={() => window.location.reload()}>
            {t`Refresh Page`}
          </Button>
          <ButtonAnchor href="/">{t`Go Home`}</ButtonAnchor>
        </>
      }
    />
  );
}
