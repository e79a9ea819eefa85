import type { Stop } from '../../lib/clock.ts';
import { pageAudio } from '../../lib/page-audio.ts';
import { appStore } from '../../state/store.ts';
import { keepScreenOn } from './screen-wake.ts';
import { wantsMicrophone } from './view.ts';
import { directCalls, voice } from './voice.ts';

/** What calls need of a device while somebody is in: its sound from the first touch on, and its screen in a call and in a search. */
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
