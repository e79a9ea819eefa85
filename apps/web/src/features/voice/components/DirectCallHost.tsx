import { useLocation } from 'react-router';
import { useCallHelp } from '../check/use-check.ts';
import { useCall, useDirectCall } from '../use-call.ts';
import { ElsewhereBar } from './CallBar.tsx';
import { IncomingDialog } from './IncomingDialog.tsx';
import { RingingOverlay } from './RingingOverlay.tsx';

/** A direct call, until it is a call like any other. In a room a banner replaces the dialog. */
export function DirectCallHost() {
  const state = useDirectCall();
  const { state: call } = useCall();
  const { pathname } = useLocation();
  const isHelped = useCallHelp().instead !== null;

  switch (state.kind) {
    case 'idle':
      return null;
    case 'incoming':
      // Above the help dialog it would hide why the call cannot be accepted.
      return pathname.startsWith('/chat/') || isHelped ? null : <IncomingDialog state={state} />;
    case 'elsewhere':
      return call.kind === 'idle' ? <ElsewhereBar onContinue={null} /> : null;
    case 'preparing':
    case 'outgoing':
    case 'answered':
    case 'over':
      return call.kind === 'idle' ? <RingingOverlay state={state} /> : null;
    default:
      return state satisfies never;
  }
}
