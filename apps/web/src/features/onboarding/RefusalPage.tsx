import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../ui/Button.tsx';
import { MessagePage } from '../../ui/MessagePage.tsx';
import { OwnData } from './OwnData.tsx';

/** The last screen for users under 18. It is final, so it is kind. */
export function RefusalPage({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useLingui();
  return (
    <MessagePage
      scene="not-found"
      title={t`Not yet`}
      lead={
        <Trans>
          Thank you for telling us your age. This is a place for people who are 18 or older, so this account can’t be
          opened. Your answers were not kept.
        </Trans>
      }
      actions={<Button onClick={onLogOut}>{t`Log out`}</Button>}
    >
      <OwnData />
    </MessagePage>
  );
}
