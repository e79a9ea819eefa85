import { useState } from 'react';
import { useCall } from '../use-call.ts';
import { continueCallHere } from '../voice.ts';
import { CallBar, ElsewhereBar } from './CallBar.tsx';
import { CallOverlay } from './CallOverlay.tsx';
import { CallReport, type Report } from './CallReport.tsx';
import { DirectCallHost } from './DirectCallHost.tsx';
import { NoCallsDialog } from './NoCallsDialog.tsx';
import { EndedInPassing } from './EndedInPassing.tsx';

/** What is seen of a call above every page, from the queue or the first ring to the last second. The call itself is voice.ts. */
export function CallHost() {
  const [report, setReport] = useState<Report | null>(null);
  return (
    <>
      <AnyCall onReport={(callId) => setReport({ callId, form: 'open' })} />
      <DirectCallHost />
      <NoCallsDialog />
      {report !== null && (
        <CallReport
          key={report.callId}
          report={report}
          // What is sent late leaves the form of a later call open.
          onClose={() => setReport((now) => (now === report ? { ...report, form: 'closed' } : now))}
        />
      )}
    </>
  );
}

/** Once both know each other it can be made small and go on. */
function AnyCall({ onReport }: { onReport: (callId: string) => void }) {
  const { state } = useCall();
  const [small, setSmall] = useState<string | null>(null);
  const ways = { onSmall: setSmall, onReport };

  switch (state.kind) {
    case 'idle':
      return null;
    case 'elsewhere':
      return <ElsewhereBar onContinue={continueCallHere} />;
    case 'queuing':
    case 'deciding':
      return <CallOverlay state={state} {...ways} />;
    case 'ending':
      return small === state.call.callId ? <EndedInPassing {...state} /> : <CallOverlay state={state} {...ways} />;
    case 'calling':
      if (state.call.status === 'mutual-like' && small === state.call.callId) {
        return <CallBar state={state} onLarge={() => setSmall(null)} />;
      }
      return <CallOverlay state={state} {...ways} />;
    default:
      return state satisfies never;
  }
}
