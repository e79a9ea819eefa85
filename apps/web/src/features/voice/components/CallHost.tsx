import { useEffect, useState } from 'react';
import { later } from '../../../ui/later.tsx';
import { notOpened } from '../../../ui/NotOpened.tsx';
import { useCall } from '../use-call.ts';
import { continueCallHere } from '../voice.ts';
import { CallBar, ElsewhereBar } from './CallBar.tsx';
import { CallOverlay } from './CallOverlay.tsx';
import { DirectCallHost } from './DirectCallHost.tsx';
import { NoCallsDialog } from './NoCallsDialog.tsx';
import { EndedInPassing } from './EndedInPassing.tsx';

const CallReport = later(async () => (await import('./CallReport.tsx')).CallReport, { failed: notOpened });

/** What a call shows above every page, from the queue or the first ring to the last second. The call itself is voice.ts. */
export function CallHost() {
  const [report, setReport] = useState<string | null>(null);
  return (
    <>
      <AnyCall onReport={setReport} />
      <DirectCallHost />
      <NoCallsDialog />
      {report !== null && (
        <CallReport
          key={report}
          callId={report}
          // A report sent late leaves the form of a later call open.
          onClose={() => setReport((now) => (now === report ? null : now))}
        />
      )}
    </>
  );
}

/** A call can be made small once both know each other. */
function AnyCall({ onReport }: { onReport: (callId: string) => void }) {
  const { state } = useCall();
  const [small, setSmall] = useState<string | null>(null);
  const ways = { onSmall: setSmall, onReport };
  const isIdle = state.kind === 'idle';
  useEffect(() => {
    // The report form loads before a call can lose its network. A failed load is retried with the press.
    if (!isIdle) CallReport.ask().catch(() => {});
  }, [isIdle]);

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
