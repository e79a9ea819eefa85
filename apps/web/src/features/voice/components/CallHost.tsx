import { useEffect, useState } from 'react';
import { guardPage } from '../page-guard.ts';
import { useCall } from '../use-call.ts';
import { directCalls, offerCalls, voice } from '../voice.ts';
import { CallBar, ElsewhereBar } from './CallBar.tsx';
import { CallOverlay } from './CallOverlay.tsx';
import { DirectCallHost } from './DirectCallHost.tsx';
import { EndedInPassing } from './EndedInPassing.tsx';

/** The call above every page, from the queue or the first ring to the last second. */
export function CallHost() {
  useEffect(() => {
    const stops = [voice.start(), directCalls.start(), offerCalls(), guardPage(voice, directCalls)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <>
      <AnyCall />
      <DirectCallHost />
    </>
  );
}

/** Once both know each other it can be made small and go on. */
function AnyCall() {
  const { state } = useCall();
  const [small, setSmall] = useState<string | null>(null);

  switch (state.kind) {
    case 'idle':
      return null;
    case 'elsewhere':
      return <ElsewhereBar onContinue={() => voice.continueHere()} />;
    case 'queuing':
    case 'deciding':
      return <CallOverlay state={state} onSmall={setSmall} />;
    case 'ending':
      return small === state.call.callId ? (
        <EndedInPassing {...state} />
      ) : (
        <CallOverlay state={state} onSmall={setSmall} />
      );
    case 'calling':
      if (state.call.status === 'mutual-like' && small === state.call.callId) {
        return <CallBar state={state} onLarge={() => setSmall(null)} />;
      }
      return <CallOverlay state={state} onSmall={setSmall} />;
    default:
      return state satisfies never;
  }
}
