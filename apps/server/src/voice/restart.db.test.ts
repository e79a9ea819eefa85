import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { sequentialScans } from '../testing/plans.ts';
import { openSessions } from './store.ts';
import { lastCall, openHouse, type Pair } from './testing/house.ts';

const house = await openHouse();
const { database, clock } = house;

describe('a server that restarts in the middle', () => {
  test('of a call: it goes on, and its decision comes on time', async () => {
    const { ann } = await house.talking();
    await house.pass(100_000);
    await house.restart();
    await house.pass(199_999);
    expect(lastCall(ann).status).toBe('active');
    await house.pass(1);
    expect(lastCall(ann)).toMatchObject({ status: 'deciding', decisionEndsAt: clock.now() + 15_000 });
  });

  test('of a decision: both can still decide', async () => {
    const { callId, ann, bob } = await house.deciding();
    await ann.call('handleCallDecision', { callId, decision: 'like' });
    await house.restart();
    expect(await bob.call('getCallState')).toMatchObject({
      kind: 'voice',
      call: { status: 'deciding', yourDecision: null },
    });
    expect(await bob.call('handleCallDecision', { callId, decision: 'like' })).toMatchObject({ result: 'mutual-like' });
  });

  test('of a match: whoever acknowledged keeps the place', async () => {
    const { callId, ann } = await house.matched();
    await ann.call('startCallSession', { callId });
    const { place } = (await house.node.engagements.find(database.read, ann.userId)) ?? {};
    await house.restart();
    await house.pass(5_000);
    expect(await house.node.engagements.find(database.read, ann.userId)).toMatchObject({ kind: 'voice-queue', place });
  });

  test.each([
    ['an acknowledgement', () => house.matched(), 5_000, 'declined-match'],
    ['a page that was left', async () => left(await house.talking()), 10_000, 'left-page'],
    ['a broken line', async () => broken(await house.talking()), 30_000, 'connection-lost'],
    ['an open window', () => house.deciding(), 15_000, 'no-match'],
  ])('%s that fell due meanwhile applies at the first look afterwards', async (_name, make, ms, endReason) => {
    const { ann } = await make();
    await house.jump(ms + 60_000);
    await house.restart();
    await house.node.deadlines.runDue();
    expect(lastCall(ann).endReason).toBe(endReason);
  });

  test('a decision phase that fell due meanwhile opens then, with its 15 s', async () => {
    const { ann } = await house.talking();
    await house.jump(360_000);
    await house.restart();
    await house.node.deadlines.runDue();
    expect(lastCall(ann)).toMatchObject({ status: 'deciding', decisionEndsAt: clock.now() + 15_000 });
  });
});

describe('a call that a server’s outage of an hour outlived is listed with its talk alone', () => {
  const listed = async ({ ann }: Pair): Promise<number | null | undefined> =>
    (await ann.call('listCalls')).calls[0]?.seconds;

  async function outage(): Promise<void> {
    await house.jump(3_600_000);
    await house.restart();
    await house.node.deadlines.runDue();
  }

  test('100 s into a timed call: 300 s, when its decision was due', async () => {
    const pair = await house.talking();
    await house.pass(100_000);
    await outage();
    await house.pass(15_000);
    expect(lastCall(pair.ann).endReason).toBe('no-match');
    expect(await listed(pair)).toBe(300);
  });

  test.each([
    ['the line of one side broke', broken],
    ['a page was left', left],
  ])('100 s into a call %s: 100 s', async (_name, interrupt) => {
    const pair = await house.talking();
    await house.pass(100_000);
    await interrupt(pair);
    await outage();
    expect(lastCall(pair.ann)).toMatchObject({ status: 'ended', endedAt: expect.any(Number) });
    expect(await listed(pair)).toBe(100);
  });

  test('in the decision: 300 s, and it ended when its window did', async () => {
    const pair = await house.deciding();
    const { decisionEndsAt } = lastCall(pair.ann);
    await outage();
    expect(lastCall(pair.ann)).toMatchObject({ status: 'completed', endedAt: decisionEndsAt });
    expect(await listed(pair)).toBe(300);
  });

  test('100 s into a call without a limit from which nobody comes back: until they were seen last', async () => {
    const pair = await house.deciding();
    for (const each of [pair.ann, pair.bob])
      await each.call('handleCallDecision', { callId: pair.callId, decision: 'like' });
    await house.pass(100_000);
    for (const each of [pair.ann, pair.bob]) each.online(false);
    await outage();
    await house.pass(60_000);
    expect(lastCall(pair.ann).endReason).toBe('connection-lost');
    expect(await listed(pair)).toBe(400);
  });
});

test('a dislike that is heard before the wake-up of its window ends the call, and the call can be read', async () => {
  const { callId, ann, bob } = await house.talking();
  await house.jump(300_000);
  await ann.call('handleCallDecision', { callId, decision: 'dislike' });
  await expect(bob.call('enterDecisionWindow', { callId })).rejects.toMatchObject({ reason: 'call-over' });
  await house.node.deadlines.runDue();
  const failed = database.read.selectFrom('platform.deadline').where('attempts', '>', 0).select('kind');
  expect(await failed.execute()).toEqual([]);
});

async function left(pair: Pair): Promise<Pair> {
  await pair.ann.call('leaveCall', { callId: pair.callId });
  return pair;
}
async function broken(pair: Pair): Promise<Pair> {
  await pair.ann.call('notifyDisconnect', { callId: pair.callId });
  return pair;
}

test('a wake-up that comes too early, twice, or for a call that is gone finds nothing to do', async () => {
  const { callId, ann } = await house.talking();
  const { version } = lastCall(ann);
  const kinds = ['ack', 'connect', 'decision', 'verdict', 'away', 'lost', 'unseen'];
  await database.transaction(async (tx) => {
    for (const kind of [...kinds, ...kinds]) {
      for (const key of [callId, uuidv7(clock.now())]) await tx.deadline({ kind: `voice.${kind}`, key, due: tx.now });
    }
  });
  await house.node.deadlines.runDue();
  expect(lastCall(ann).version).toBe(version);
  const parked = database.read.selectFrom('platform.deadline').where('attempts', '>', 0).select('id');
  expect(await parked.execute()).toEqual([]);
});

test('the tables are planned for: the hot statement of pairing reads none from end to end', async () => {
  expect(await sequentialScans(database, openSessions)).toEqual([]);
});
