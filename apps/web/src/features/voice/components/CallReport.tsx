import { useLingui } from '@lingui/react/macro';
import { ReportDialog } from '../../../ui/safety/ReportDialog.tsx';
import { voice } from '../voice.ts';

interface CallReportProps {
  /** The reported call. */
  callId: string;
  onClose: () => void;
}

/** Stays until it is sent or closed, also after its call has ended. */
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
