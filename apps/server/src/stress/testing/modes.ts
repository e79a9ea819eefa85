import type { Client } from '@yonder/client';
import type { Stop } from '../../platform/stop.ts';

export const MODES = ['voice', 'text'] as const;
export type Mode = (typeof MODES)[number];

/** A session they are in, or their place in the queue. */
export type Joined = { id: string } | { position: number };

/** How somebody is matched, in the words of a mode. */
export interface Matching {
  join(tab: Client): Promise<Joined>;
  leave(tab: Client): Promise<{ left: boolean }>;
  /** The session they are in. */
  state(tab: Client): Promise<string | undefined>;
  onMatched(tab: Client, hear: (id: string) => void): Stop;
}

export const MATCHING: Record<Mode, Matching> = {
  voice: {
    async join(tab) {
      const joined = await tab.call('joinCallQueue');
      return 'callId' in joined ? { id: joined.callId } : joined;
    },
    leave: (tab) => tab.call('leaveCallQueue'),
    state: async (tab) => (await tab.call('getCallState')).call?.callId,
    onMatched: (tab, hear) => tab.live.on('call.matched', ({ callId }) => hear(callId)),
  },
  text: {
    async join(tab) {
      const { chatRoomId, queue } = await tab.call('joinTextQueueV2v2');
      if (chatRoomId !== null) return { id: chatRoomId };
      if (!queue) throw new Error('neither matched nor in the queue');
      return queue;
    },
    leave: (tab) => tab.call('leaveTextQueueV2v2'),
    state: async (tab) => (await tab.call('getCallState')).textMatch ?? undefined,
    onMatched: (tab, hear) =>
      tab.live.on('textMatch.updated', ({ chatRoomId, version }) => version === 1 && hear(chatRoomId)),
  },
};
