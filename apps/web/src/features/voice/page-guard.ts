import { i18n } from '@lingui/core';
import type { Stop } from '../../lib/clock.ts';
import { onPageCache } from '../../lib/page-cache.ts';
import { LEAVE_QUESTION } from './messages.ts';
import type { DirectCalls } from './direct/direct-calls.ts';
import type { CallSession } from './session.ts';

/** Asks before the page is left in a call, where browsers allow it; the server is told in any case. */
export function guardPage(session: CallSession, ringing: Pick<DirectCalls, 'leavePage'>): Stop {
  const listening = new AbortController();
  const { signal } = listening;
  const stopHiding = onPageCache({
    hide() {
      session.leavePage();
      ringing.leavePage();
    },
  });
  window.addEventListener(
    'beforeunload',
    (event) => {
      const { kind } = session.getSnapshot().state;
      if (kind !== 'calling' && kind !== 'deciding') return;
      event.preventDefault();
      // Browsers show their own sentence; older ones ask only when there is one here.
      Object.assign(event, { returnValue: i18n._(LEAVE_QUESTION) });
    },
    { signal },
  );
  return () => {
    stopHiding();
    listening.abort();
  };
}
