import type { Stop } from '../../lib/clock.ts';
import { pageAudio } from '../../lib/page-audio.ts';
import { appStore } from '../../state/store.ts';
import { keepScreenOn } from './screen-wake.ts';
import { wantsMicrophone } from './view.ts';
import { directCalls, voice } from './voice.ts';

/**
 * What calls need of a device while a user is signed in: sound from the first touch on, and the screen in calls and searches.
 */
export function followDevice(): Stop {
  const stops = [
    pageAudio.listen(),
    keepScreenOn({ source: navigator.wakeLock, isNeeded: isScreenNeeded, onChange: onAnyChange }),
  ];
  return () => stops.forEach((stop) => stop());
}

function isScreenNeeded(): boolean {
  const direct = directCalls.getSnapshot().kind;
  const isCalling = direct === 'preparing' || direct === 'outgoing' || direct === 'answered';
  return isCalling || wantsMicrophone(voice.getSnapshot().state) || appStore.getState().isTextFindingOpen;
}

function onAnyChange(listener: () => void): Stop {
  const stops = [voice.onChange(listener), directCalls.subscribe(listener), appStore.subscribe(listener)];
  return () => stops.forEach((stop) => stop());
}
