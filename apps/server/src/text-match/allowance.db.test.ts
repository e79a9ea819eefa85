import { CallError } from '@yonder/client';
import { expect, test } from 'vitest';
import { isUnexpected } from '../platform/database.ts';
import { World } from '../testing/world.ts';
import { createAllowances } from './allowance.ts';
import { decide, meet, newTexter, type Texter } from './testing/texters.ts';

const LIMIT = 3;
const COOLDOWN_SECONDS = 60;
const world = await World.start({
  settings: { TEXT_MATCH_LIMIT: `${LIMIT}`, TEXT_COOLDOWN_SECONDS: `${COOLDOWN_SECONDS}` },
});
const { database, clock } = world;

async function meetAndPart(ann: Texter, bob: Texter): Promise<void> {
  await decide(await meet(ann, bob), 'ann', 'dislike');
}

async function pay(who: Texter, isPaid: boolean): Promise<void> {
  await database.read
    .updateTable('profiles.profile')
    .set({ is_paid: isPaid })
    .where('user_id', '=', who.userId)
    .execute();
}

async function refusal(work: Promise<unknown>): Promise<CallError> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error('this was not refused', { cause: error });
  return error;
}

async function newPayer(name: string): Promise<Texter> {
  const person = await newTexter(world, name);
  await pay(person, true);
  return person;
}

test(`${LIMIT} matches, then nobody is matched for 60 s; the 59th is refused with the second that is left`, async () => {
  const [ann, bob] = [await newTexter(world, 'Ann'), await newPayer('Bob')];
  for (let used = 1; used < LIMIT; used++) {
    await meetAndPart(ann, bob);
    expect((await ann.call('getTextMatchStateV2v2')).allowance).toEqual({ limit: LIMIT, used, cooldownUntil: null });
  }
  const begins = clock.now();
  const last = await meet(ann, bob);
  const cooldownUntil = begins + COOLDOWN_SECONDS * 1_000;
  expect((await ann.call('getTextMatchStateV2v2')).allowance).toEqual({ limit: LIMIT, used: LIMIT, cooldownUntil });
  // The last match stays theirs while it lasts, also on a repeated join.
  expect(await ann.call('joinTextQueueV2v2')).toMatchObject({ matched: true, chatRoomId: last.chatRoomId });
  await decide(last, 'bob', 'dislike');
  await world.advance(COOLDOWN_SECONDS * 1_000 - 1_000);
  expect(await refusal(ann.call('joinTextQueueV2v2'))).toMatchObject({ reason: 'text-cooldown', retryAfter: 1 });
  await world.advance(1_000);
  expect(await ann.call('joinTextQueueV2v2')).toMatchObject({ allowance: { used: 0, cooldownUntil: null } });
  await ann.call('leaveTextQueueV2v2');
}, 60_000);

test('whoever pays has no limit, also in the middle of a pause', async () => {
  const [ann, bob] = [await newTexter(world, 'Ann'), await newPayer('Bob')];
  for (let match = 0; match < LIMIT; match++) await meetAndPart(ann, bob);
  expect((await bob.call('getTextMatchStateV2v2')).allowance).toBeNull();
  expect((await refusal(ann.call('joinTextQueueV2v2'))).reason).toBe('text-cooldown');
  await pay(ann, true);
  await meetAndPart(ann, bob);
  await pay(ann, false);
  expect((await refusal(ann.call('joinTextQueueV2v2'))).reason).toBe('text-cooldown');
});

test('joins that race with the end of the last match are all refused', async () => {
  const [ann, bob] = [await newTexter(world, 'Ann'), await newPayer('Bob')];
  for (let match = 1; match < LIMIT; match++) await meetAndPart(ann, bob);
  const last = await meet(ann, bob);
  const ending = decide(last, 'bob', 'dislike');
  const joins = Array.from({ length: 12 }, () => ann.person.tab().call('joinTextQueueV2v2'));
  const answers = await Promise.allSettled(joins);
  await ending;
  const outcomes = answers.map((answer) =>
    answer.status === 'fulfilled' ? answer.value.chatRoomId : (answer.reason as CallError).reason,
  );
  // While the match lasts, ann is in it.
  expect(new Set(outcomes).difference(new Set([last.chatRoomId, 'text-cooldown']))).toEqual(new Set());
  expect((await refusal(ann.call('joinTextQueueV2v2'))).reason).toBe('text-cooldown');
  const rows = database.read.selectFrom('engagement.engagement').where('user_id', '=', ann.userId).select('kind');
  expect(await rows.execute()).toEqual([]);
});

test('a pause that began after the look ends the transaction that makes the rows', async () => {
  const { gate } = createAllowances({ textMatchLimit: LIMIT, textCooldownSeconds: COOLDOWN_SECONDS });
  const [ann, bob] = [await newTexter(world, 'Ann'), await newTexter(world, 'Bob')];
  const pause = { user_id: ann.userId, used: LIMIT, cooldown_until: new Date(clock.now() + 1) };
  await database.read.insertInto('text_match.allowance').values(pause).execute();
  const pipeline = database.pipeline('entering');
  const enter = (people: Texter[]) =>
    pipeline.transaction(async (tx) =>
      gate.expectOpen(
        tx,
        people.map(({ userId }) => userId),
      ),
    );
  await expect(enter([bob, ann])).rejects.toSatisfy(isUnexpected);
  await expect(enter([bob])).resolves.toBeUndefined();
  await world.advance(1_000);
  await expect(enter([bob, ann])).resolves.toBeUndefined();
  await pipeline.close();
});
