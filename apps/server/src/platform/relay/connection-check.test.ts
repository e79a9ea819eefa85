import { expect, test } from 'vitest';
import { CHANNEL, MINUTE, openHouse, sideOf } from './testing/house.ts';

const CHECK = { callId: 'check-1', tickets: { a: null, b: null }, kind: 'check' } as const;

function openCheck() {
  const house = openHouse();
  const until = house.now + MINUTE / 2;
  house.turn.open({ ...CHECK, until });
  return { house, until };
}

async function loop() {
  const { house } = openCheck();
  const sides = [house.client(sideOf('check-1', 'a')), house.client(sideOf('check-1', 'b'))] as const;
  for (const side of sides) expect((await side.allocate()).error).toBeNull();
  await sides[0].bind(CHANNEL, sides[1].relayed);
  await sides[1].bind(CHANNEL, sides[0].relayed);
  return { house, sides };
}

test('what each side of a check sends to the other is counted, 3 packets one way and 1 the other', async () => {
  const { house, sides } = await loop();
  for (const text of ['one', 'two', 'three']) sides[0].tell(CHANNEL, text);
  sides[1].tell(CHANNEL, 'four');
  expect(house.turn.tallyOf('check-1')).toEqual({ a: 3, b: 1 });
});

test('a check that is opened again keeps its count, a closed one has none and relays nothing', async () => {
  const { house, sides } = await loop();
  sides[0].tell(CHANNEL, 'one');
  house.turn.open({ ...CHECK, until: house.now + MINUTE });
  expect(house.turn.tallyOf('check-1')).toEqual({ a: 1, b: 0 });
  house.turn.close('check-1');
  expect(house.turn.tallyOf('check-1')).toBeNull();
  expect((await sides[0].refresh(600)).error).toBe(401);
});

test('a check ends 30 s after it began, with what it allocated', async () => {
  const { house, sides } = await loop();
  house.now += MINUTE / 2;
  house.turn.sweep();
  expect(house.counts().allocations).toBe(0);
  expect((await sides[1].allocate()).error).toBe(401);
});

test('a check reaches no side of a call, and no other check', async () => {
  const { house, sides } = await loop();
  const [ann] = await house.talking('call-1');
  house.turn.open({ ...CHECK, callId: 'check-2', until: house.now + MINUTE });
  const other = house.client(sideOf('check-2', 'b'));
  await other.allocate();
  for (const peer of [ann.relayed, other.relayed]) expect((await sides[0].permit(peer)).error).toBe(403);
});

test('one side of a check has 8 allocations at most, one side of a call 32', async () => {
  const { house } = openCheck();
  house.openCall('call-1');
  const errorsOf = async (callId: string, count: number): Promise<number> => {
    const all = Array.from({ length: count }, () => house.client(sideOf(callId, 'a')));
    let refused = 0;
    for (const one of all) if ((await one.allocate()).error === 486) refused++;
    return refused;
  };
  expect([await errorsOf('check-1', 9), await errorsOf('call-1', 33)]).toEqual([1, 1]);
});

test('calls are not counted', async () => {
  const house = openHouse();
  const [ann] = await house.talking('call-1');
  ann.tell(CHANNEL, 'hello');
  expect(house.turn.tallyOf('call-1')).toBeNull();
});
