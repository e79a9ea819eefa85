import { useEffect, useState } from 'react';
import { guardPage } from '../page-guard.ts';
import { useCall } from '../use-call.ts';
import { voice } from '../voice.ts';
import { CallBar, ElsewhereBar } from './CallBar.tsx';
import { CallOverlay } from './CallOverlay.tsx';
import { EndedInPassing } from './EndedInPassing.tsx';

/** The call above every page, from the queue to the last second. Once both liked each other it can be made small and go on. */
export function CallHost() {
  const { state } = useCall();
  const [small, setSmall] = useState<string | null>(null);
  useEffect(() => {
    const stops = [voice.start(), guardPage(voice)];
    return () => stops.forEach((stop) => stop());
  }, []);

  switch (state.kind) {
    case 'idle':
      return null;
    case 'elsewhere':
      return <ElsewhereBar />;
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
