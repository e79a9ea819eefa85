import { Plural } from '@lingui/react/macro';
import { useState } from 'react';
import text from '../../../ui/text.module.css';
import { readOut } from '../read-out.ts';
import { useCall } from '../use-call.ts';
import type { Shown } from './CallOverlay.tsx';

export function Announcements({ state }: { state: Shown }) {
  return (
    <p className={text.unseen} role="alert">
      {state.kind === 'deciding' && state.choice.kind === 'open' && <SecondsLeft />}
    </p>
  );
}

function SecondsLeft() {
  const { decisionRemaining } = useCall().clock;
  const [said, setSaid] = useState(() => readOut(null, decisionRemaining));
  const now = readOut(said, decisionRemaining);
  if (now !== said) setSaid(now);
  const { seconds: due } = now;
  return (
    <span>
      <Plural value={due} one="# second left to choose" other="# seconds left to choose" />
    </span>
  );
}
