import type { TextMatch } from '@yonder/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { client } from '../../lib/client.ts';
import { every } from '../../lib/clock.ts';
import { useAppState } from '../../state/store.ts';
import type { Snapshot } from './matching.ts';
import { matching } from './text.ts';

export function useMatching(): Snapshot {
  return useSyncExternalStore(matching.subscribe, matching.getSnapshot);
}

/** The match of a room; null while unknown. */
export function useMatch(chatRoomId: string): TextMatch | null {
  const { matches } = useMatching();
  useEffect(() => void matching.know(chatRoomId), [chatRoomId]);
  return matches.get(chatRoomId) ?? null;
}

/** Whether live connections are blocked: without them no match is made. */
export function useLiveBlocked(): boolean {
  const { blocked } = client.live;
  return useSyncExternalStore(blocked.subscribe, blocked.get, blocked.get);
}

/** Whole seconds until the pause is over, by the server's clock; null without one. */
export function usePause(): number | null {
  const until = useAppState(({ mode3CooldownUntil }) => mode3CooldownUntil);
  const [now, setNow] = useState(() => client.serverNow());
  useEffect(() => {
    if (until === null) return undefined;
    return every(1_000, () => {
      setNow(client.serverNow());
      if (client.serverNow() >= until) void matching.refresh();
    });
  }, [until]);
  if (until === null || now >= until) return null;
  return Math.ceil((until - now) / 1_000);
}

/** Why no match can be looked for now; null when one can. */
export function useHindrance(): 'in-call' | 'bound' | 'no-live' | 'pause' | null {
  const { bound } = useMatching();
  const inCall = useAppState(({ modeLock, currentMode }) => modeLock && currentMode !== 'mode3');
  const isBlocked = useLiveBlocked();
  const pause = usePause();
  if (bound !== null) return 'bound';
  if (inCall) return 'in-call';
  if (isBlocked) return 'no-live';
  return pause === null ? null : 'pause';
}
