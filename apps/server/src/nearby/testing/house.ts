import { CALLABLES, type CallableName, type InputDraft, type Output } from '@yonder/contract';
import { openChats, type ChatHouse, type Member } from '../../chats/testing/house.ts';
import { createBus } from '../../platform/bus.ts';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners } from '../../platform/door/runners.ts';
import { opaqueToken } from '../../platform/ids.ts';
import { createNearby, type Nearby } from '../index.ts';

export interface NearbyHouse extends Omit<ChatHouse, 'newcomer'> {
  nearby: Nearby;
  /** Calls callables of nearby and of chats. */
  newcomer(name: string): Promise<Member>;
}

/** Chats and nearby behind the rpc pipeline, on a real database. */
export async function openNearby(): Promise<NearbyHouse> {
  const house = await openChats();
  const { database, clock, chats, log } = house;
  const keys = { signing: () => ({ kid: 'test', secret: Buffer.alloc(32, 7) }) };
  const nearby = createNearby({
    ...house,
    keys,
    bus: createBus(log),
    requests: chats.requests,
  });
  const runners = createRunners({ handlers: nearby.callables, database, answers: createAnswers(house) });

  async function newcomer(name: string): Promise<Member> {
    const member = await house.newcomer(name);
    const { userId } = member;
    return {
      ...member,
      async call<Name extends CallableName>(callable: Name, draft?: InputDraft<Name>) {
        const run = runners.get(callable);
        if (!run) return member.call(callable, draft);
        const ctx = { userId, sid: userId, tab: userId, requestId: opaqueToken(16), address: '192.0.2.1' };
        const now = new Date(clock.now());
        return JSON.parse(await run({ ...ctx, now }, CALLABLES[callable].input.parse(draft ?? null))) as Output<Name>;
      },
    };
  }
  return { ...house, nearby, newcomer };
}
