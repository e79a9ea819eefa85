import { client } from '../../lib/client.ts';
import { after, type Stop } from '../../lib/clock.ts';
import { forgetUnconnected } from './alerts.ts';
import { checkWhileWaiting } from './check/check-search.ts';
import { followDevice } from './follow-device.ts';
import { guardPage } from './page-guard.ts';
import { connectionCheck, directCalls, offerCalls, voice } from './voice.ts';

/** Runs calls while a user is signed in, drawn or not. */
export function startCalls(): Stop {
  const stops = [
    forgetUnconnected,
    voice.onChange(({ kind }) => kind !== 'idle' && forgetUnconnected()),
    voice.start(),
    directCalls.start(),
    offerCalls(),
    guardPage(voice, directCalls),
    followDevice(),
    checkWhileWaiting({ voice, check: connectionCheck, onReconnect, after }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function onReconnect(listener: () => void): Stop {
  const { status } = client.live;
  return status.subscribe(() => status.get() === 'online' && listener());
}
