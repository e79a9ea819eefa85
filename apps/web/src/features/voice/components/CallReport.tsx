import { useLingui } from '@lingui/react/macro';
import { ReportDialog } from '../../../ui/safety/ReportDialog.tsx';
import { voice } from '../voice.ts';

interface CallReportProps {
  /** The call in which it was pressed. */
  callId: string;
  onClose: () => void;
}

/** Goes on until it is sent or closed, whatever becomes of its call. */
export function CallReport({ callId, onClose }: CallReportProps) {
  const { t } = useLingui();
  return (
    <ReportDialog
      open
      target={{ type: 'call', id: callId }}
      known="alias"
      action={t`Report and leave`}
      description={t`The call ends at once. They are not told why.`}
      onSent={() => {
        voice.reported(callId);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
