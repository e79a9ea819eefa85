import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { PARTITIONED_TABLES } from '../platform/keep-partitions.ts';
import { dropPartitions } from '../platform/postgres/partitions.ts';
import { uuidv7 } from '../platform/ids.ts';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { RETENTION_RULES } from './retention-rules.ts';
import { leaveBehind, liveFully, say } from './testing/full-life.ts';
import { beJudged } from './testing/judged-life.ts';
import { allTables, columnsOfIds, columnsThatName, mentionsOf, shiftTimes } from './testing/tables.ts';

// The test runs through hours of the whole server.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });
const world = await World.start({ settings: { REMATCH_SECONDS: '86400' } });
const { ann, bob, database, clock } = world;
const rules = Object.entries(RETENTION_RULES);
const DAY = 86_400_000;
/** Days at which the rules are checked. */
const STEPS = [30, 730, 1, 90];

/** Fills every column for both users, and ends everything of theirs. */
async function live(): Promise<void> {
  const here = { lat: 25.03, lng: 121.56, accuracy: 10 };
  await ann.tab().call('updateLocation', here);
  const { roomId } = await liveFully(world, ann, bob);
  await ann.tab().call('requestExport');
  await leaveBehind(world, ann.userId, bob.userId);
  await beJudged(world, { me: ann.userId, other: bob.userId });
  const hello = { type: 'direct', a: ann.userId, b: bob.userId, requested_by: ann.userId } as const;
  const requested = uuidv7(clock.now());
  await database.read
    .insertInto('chats.room')
    .values({ ...hello, id: requested, created_at: new Date(clock.now()) })
    .execute();
  await say(ann, roomId, 'my last words');
  await world.advance(1_000);
}

/** Ends each chat, moment and push; what is kept from then on is counted. */
async function endAll(): Promise<void> {
  const rooms = await database.read.selectFrom('chats.room').select('id').execute();
  for (const { id } of rooms) await ann.tab().call('deleteChatRoomV2v2', { chatRoomId: id });
  // Sets rows as a queue and a dead node would; the rest of the scene was made by hand.
  await database.read.updateTable('engagement.engagement').set({ kind: 'voice-queue' }).execute();
  await sql`
    INSERT INTO platform.node (node_id, started_at, seen_at)
    SELECT DISTINCT node_id, ${new Date(clock.now() - DAY)}::timestamptz, ${new Date(clock.now() - DAY)}::timestamptz
    FROM platform.presence ON CONFLICT DO NOTHING`.execute(database.read);
  const soon = new Date(clock.now() + DAY);
  await database.read.updateTable('push.outgoing').set({ expires_at: soon, due_at: soon }).execute();
}

const union = (one: Record<string, string[]>, other: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((table) => [
      table,
      [...new Set([...(one[table] ?? []), ...(other[table] ?? [])])].toSorted(),
    ]),
  );

test('each table of the database has 1 rule, and each rule a table', async () => {
  expect(rules.map(([table]) => table).toSorted()).toEqual(await allTables(database));
});

test('two people with rows in every table are named in exactly the columns that the rules say', async () => {
  await live();
  await endAll();
  const named = union(await columnsThatName(database, ann.userId), await columnsThatName(database, bob.userId));
  const ruled = rules.filter(([, { people }]) => people.length > 0).map(([table, { people }]) => [table, people]);
  expect(named).toEqual(Object.fromEntries(ruled));
});

/** Columns that identify other things than users. */
const OTHER_IDS = new Set([
  'id',
  'sid',
  'kid',
  'ref',
  'ticket',
  'a_ticket',
  'b_ticket',
  'holder',
  'node_id',
  'putting',
  'looking',
  'person_hash',
  'room_id',
  'chat_room_id',
  'client_message_id',
  'post_id',
  'call_id',
  'case_id',
  'notification_id',
]);

test('each column of ids holds people by its rule, or is named like what else has an id', async () => {
  const columns = await columnsOfIds(database);
  const open = columns.filter(
    ({ table, column }) => !RETENTION_RULES[table]?.people.includes(column) && !OTHER_IDS.has(column),
  );
  expect(open).toEqual([]);
});

/** Lets so many days pass, and an hour in which everything sweeps. */
async function pass(days: number): Promise<void> {
  await shiftTimes(database, days);
  await world.leap(3_700_000);
  await world.advance(5_000);
  await world.app.modules.privacy.settled();
  await world.advance(3_000);
}

test('of every table whose rule names days, 0 rows of two people who stay are left after them', async () => {
  const left: string[] = [];
  let passed = 0;
  for (const days of STEPS.slice(0, sizeOf({ small: 2, full: 4 })).toSorted((one, other) => one - other)) {
    // Ending a row may take a day, and a sweep an hour.
    await pass(days + 2 - passed);
    passed = days + 2;
    const mentions = await mentionsOf(database, ann.userId);
    left.push(
      ...rules
        .filter(([table, rule]) => rule.days !== undefined && rule.days <= days && mentions.get(table) !== 0)
        .map(([table]) => `${table} after ${days} days`),
    );
  }
  expect(left).toEqual([]);
});

test('calls are gone 215 days after they were, with the partition of their month', async () => {
  const now = new Date(clock.now() + 215 * DAY);
  await dropPartitions(world.databaseUrl, PARTITIONED_TABLES, { now, monthsKept: 6 });
  const { rows } = await sql`SELECT FROM voice.session UNION ALL SELECT FROM voice.past_call`.execute(database.read);
  expect(rows).toEqual([]);
});
