import type { InputDraft } from '@yonder/contract';
import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../../platform/ids.ts';
import { openCalling, outcomeOf } from './testing/house.ts';

/**
 * Every callable of direct calls × caller: ok, or why not. A test of all callables covers signed-out callers. caller,
 * receiver: of a ringing call. stranger: of no call of theirs. talking: two strangers name their own call.
 */
type Name = 'startDirectCall' | 'acceptDirectCall' | 'rejectDirectCall' | 'endDirectCall' | 'listCalls';
type Who = 'caller' | 'receiver' | 'stranger' | 'talking';
interface Ids {
  callId: string;
  chatRoomId: string;
}
interface Row<N extends Name> {
  input(ids: Ids): InputDraft<N>;
  outcome: Record<Who, string>;
}

const unknown = { stranger: 'call-not-found', talking: 'call-not-found' };
const receivers = { caller: 'not-you', receiver: 'ok', ...unknown };
const inCall = ({ callId }: Ids) => ({ callId });

const MATRIX: { [N in Name]: Row<N> } = {
  startDirectCall: {
    input: ({ chatRoomId }) => ({ chatRoomId }),
    // For the receiver it answers the call.
    outcome: { caller: 'already-engaged', receiver: 'ok', stranger: 'room-not-found', talking: 'already-engaged' },
  },
  acceptDirectCall: { input: inCall, outcome: receivers },
  rejectDirectCall: { input: inCall, outcome: receivers },
  endDirectCall: { input: inCall, outcome: { caller: 'ok', receiver: 'ok', ...unknown } },
  listCalls: { input: () => null, outcome: { caller: 'ok', receiver: 'ok', stranger: 'ok', talking: 'ok' } },
};

const calling = await openCalling();
const { house } = calling;

async function scene(who: Who) {
  const { ann, bob, room: chatRoomId, callId } = await calling.ringing();
  const rung = { callId, chatRoomId };
  switch (who) {
    case 'caller':
      return { asker: ann, ids: rung };
    case 'receiver':
      return { asker: bob, ids: rung };
    case 'stranger':
      return { asker: await house.newcomer('Cem Celik'), ids: rung };
    case 'talking': {
      const pair = await house.talking();
      return { asker: pair.ann, ids: { ...rung, callId: pair.callId } };
    }
    default:
      return who satisfies never;
  }
}

const names = Object.keys(MATRIX) as Name[];

describe.each(['caller', 'receiver', 'stranger', 'talking'] as const)('%s', (who) => {
  test.each(names)('%s', async (name) => {
    const { asker, ids } = await scene(who);
    const asking = asker.call(name, MATRIX[name].input(ids));
    expect(await outcomeOf(asking)).toBe(MATRIX[name].outcome[who]);
  });
});

test.each(names)('%s tells a stranger nothing of whether a call or a chat is there', async (name) => {
  const { asker, ids } = await scene('stranger');
  const missing = { callId: uuidv7(house.clock.now()), chatRoomId: uuidv7(house.clock.now()) };
  const ask = (of: Ids) => outcomeOf(asker.call(name, MATRIX[name].input(of)));
  expect(await ask(missing)).toBe(await ask(ids));
});
