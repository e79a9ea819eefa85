import { openHouse, type Caller, type House, type Pair } from './house.ts';

export interface Scenes {
  house: House;
  /** What occupies the user, or 'free'. */
  occupation(who: Caller): Promise<string>;
  /** Frees all users. */
  freeAll(): Promise<void>;
}

/** A test harness with helpers for tests of whole calls. */
export async function openScenes(): Promise<Scenes> {
  const house = await openHouse();
  const { read } = house.database;
  return {
    house,
    occupation: async ({ userId }) => (await house.node.engagements.find(read, userId))?.kind ?? 'free',
    async freeAll() {
      await read.deleteFrom('engagement.engagement').execute();
    },
  };
}

export function decide({ callId, ann, bob }: Pair, who: 'ann' | 'bob', decision: 'like' | 'dislike') {
  return { ann, bob }[who].call('handleCallDecision', { callId, decision });
}
