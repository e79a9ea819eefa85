import { client } from '../../../lib/client.ts';
import type { Stop } from '../../../lib/clock.ts';
import { appStore } from '../../../state/store.ts';
import type { GoodMoment } from './offer.ts';

/** Runs after the user has sent a message or ended a call, but never during a call or a match. */
export function onGoodMoment(you: string, run: (moment: GoodMoment) => void): Stop {
  const stopHearing = client.live.on('message.created', ({ senderId }) => {
    const { callState, modeLock } = appStore.getState();
    if (senderId === you && callState === 'idle' && !modeLock) run('written');
  });
  const stopWatching = appStore.subscribe(({ callState }, before) => {
    const hasTalked = before.callState === 'calling' || before.callState === 'deciding';
    if (callState === 'idle' && hasTalked) run('called');
  });
  return () => {
    stopHearing();
    stopWatching();
  };
}
