import { useLingui } from '@lingui/react/macro';
import { errorText } from '../../../lib/error-text.ts';
import { NotLoaded } from '../../../ui/NotLoaded.tsx';

export function Failed({ error, busy, onAgain }: { error: Error; busy: boolean; onAgain: () => void }) {
  const { t } = useLingui();
  return <NotLoaded title={t`The moments did not load`} why={errorText(error)} busy={busy} onRetry={onAgain} />;
}
