import type { Stop } from '../../../lib/clock.ts';
import { appStore } from '../../../state/store.ts';
import { Player, type PlayerPorts } from './player.ts';

export function openPlayer(name: string, speed: PlayerPorts['speed']): Player {
  const channel = new BroadcastChannel(name);
  const player = new Player({
    loudspeaker: () => new Audio(),
    release: (address) => URL.revokeObjectURL(address),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
    announce: () => channel.postMessage('playing'),
    onOthers(hush) {
      const stopCalls = onCall(hush);
      channel.addEventListener('message', hush);
      return () => {
        stopCalls();
        channel.close();
      };
    },
    speed,
  });
  return player;
}

/** Runs when a call begins. */
export function onCall(began: () => void): Stop {
  return appStore.subscribe(({ callState }, before) => {
    if (isInCall(callState) && !isInCall(before.callState)) began();
  });
}

export function isInCall(callState: string): boolean {
  return callState === 'calling' || callState === 'deciding';
}
