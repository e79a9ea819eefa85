import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ANONYMOUS, type SafetyTarget } from '@yonder/contract';
import { useGoFromPage } from '../../lib/use-go.ts';
import { useShownName } from '../../lib/shown-name.ts';
import { showToast } from '../toast/toasts.ts';
import { BlockDialog } from './BlockDialog.tsx';
import { useReportConsequences, useReportTitle } from './report-words.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { useLastingName } from './use-lasting-name.ts';

interface SafetyDialogsProps {
  /** The name from the server. */
  name: string;
  /** The reported or blocked object; the server knows its owner. */
  target: SafetyTarget;
  asking: 'report' | 'block';
  onClose: () => void;
  /** Absent: leaves the page for the chats. */
  onBlocked?: (() => void) | undefined;
}

/** A blocked user disappears from every page, so also from this one. */
export function SafetyDialogs({ name: told, target, asking, onClose, onBlocked }: SafetyDialogsProps) {
  const { t } = useLingui();
  const shown = useLastingName(told);
  const name = useShownName()(shown);
  const reportTitle = useReportTitle();
  const consequences = useReportConsequences();
  const queryClient = useQueryClient();
  const go = useGoFromPage();

  function blocked(): void {
    if (onBlocked) onBlocked();
    else go('/chats', { replace: true });
    void queryClient.invalidateQueries();
  }

  const known = shown === ANONYMOUS ? 'alias' : 'name';
  return (
    <>
      <ReportDialog
        open={asking === 'report'}
        target={target}
        known={known}
        action={reportTitle(target.type, name)}
        description={consequences(target.type, known)}
        onSent={onClose}
        onBlocked={blocked}
        onClose={onClose}
      />
      <BlockDialog
        open={asking === 'block'}
        target={target}
        known={known}
        name={name}
        onBlocked={() => {
          onClose();
          showToast({ message: t`You blocked ${name}.`, type: 'success' });
          blocked();
        }}
        onClose={onClose}
      />
    </>
  );
}
