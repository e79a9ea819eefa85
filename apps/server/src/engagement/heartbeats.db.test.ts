import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBus } from '../platform/bus.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { Heard } from '../platform/live.ts';
import { freshDatabase } from '../testing/database.ts';
import { createHeartbeats } from './heartbeats.ts';
import { createEngagements } from './index.ts';

const world = await freshDatabase();
const { database, clock } = world;

test('what is written is when the last pong came, 4,000 ms before it is written', async () => {
  let pongs: Heard[] = [];
  const engagements = createEngagements({ ...world, bus: createBus(world.log), live: { alive: () => pongs } });
  const [ann, bob] = [uuidv7(clock.now()), uuidv7(clock.now())];
  await database.transaction((tx) =>
    engagements.occupy(tx, { ref: ann, caller: { userId: ann, tab: 'tab', sid: ann }, receiverId: bob }),
  );
  await clock.advance(1_000);
  const pongAt = clock.now();
  pongs = [{ userId: ann, tab: 'tab', at: pongAt }];
  await clock.advance(4_000);
  await engagements.refreshSeen();
  expect(await engagements.lastSeen(database.read, { people: [ann], ref: ann })).toBe(pongAt);
  expect(engagements.isEngagedHere(ann)).toBe(true);
  await engagements.refreshSeen();
  expect(engagements.isEngagedHere(ann)).toBe(true);
});

test('what was heard and could not be written is written the next time, unless more was heard since', async () => {
  const engagements = createEngagements({ ...world, bus: createBus(world.log), live: { alive: () => [] } });
  const [ann, bob] = [uuidv7(clock.now()), uuidv7(clock.now())];
  await database.transaction((tx) =>
    engagements.occupy(tx, { ref: ann, caller: { userId: ann, tab: 'tab', sid: ann }, receiverId: bob }),
  );
  await clock.advance(1_000);
  engagements.seen({ userId: ann, tab: 'tab' });
  engagements.seen({ userId: bob, tab: 'tab' });
  const first = clock.now();
  await sql`ALTER TABLE engagement.engagement RENAME TO away`.execute(database.read);
  const refused = engagements.refreshSeen();
  await clock.advance(1_000);
  engagements.seen({ userId: bob, tab: 'tab' });
  await expect(refused).rejects.toThrow();
  await sql`ALTER TABLE engagement.away RENAME TO engagement`.execute(database.read);
  await engagements.refreshSeen();
  const seenAt = (userId: string) => engagements.lastSeen(database.read, { people: [userId], ref: ann });
  expect([await seenAt(ann), await seenAt(bob)]).toEqual([first, clock.now()]);
});

test('a call is kept alive by the tab that carries it, one that rings by every tab', async () => {
  const engagements = createEngagements({ ...world, bus: createBus(world.log), live: { alive: () => [] } });
  const [ann, bob] = [uuidv7(clock.now()), uuidv7(clock.now())];
  await database.transaction((tx) =>
    engagements.occupy(tx, { ref: ann, caller: { userId: ann, tab: 'tab', sid: ann }, receiverId: bob }),
  );
  const began = clock.now();
  await clock.advance(1_000);
  engagements.seen({ userId: ann, tab: 'another' });
  engagements.seen({ userId: bob, tab: 'any' });
  await engagements.refreshSeen();
  const seenAt = (userId: string) => engagements.lastSeen(database.read, { people: [userId], ref: ann });
  expect([await seenAt(ann), await seenAt(bob)]).toEqual([began, clock.now()]);
  engagements.seen({ userId: ann, tab: 'tab' });
  await engagements.refreshSeen();
  expect(await seenAt(ann)).toBe(clock.now());
});

test('of one person 20 tabs are asked about, however many names they give', async () => {
  const asked: unknown[] = [];
  const hot: typeof database.hot = (name) =>
    Object.assign(database.hot(name), {
      async run(_: unknown, values: readonly unknown[]) {
        asked.push(...values);
        return [];
      },
    });
  const heartbeats = createHeartbeats({ database: { ...database, hot }, live: { alive: () => [] }, clock });
  const ann = uuidv7(clock.now());
  for (let tab = 1; tab <= 1_000; tab++) heartbeats.seen({ userId: ann, tab: `tab ${tab}` });
  await heartbeats.refreshSeen();
  expect(String(asked[0]).split(ann)).toHaveLength(20 + 1);
  expect(String(asked[2])).toContain('"tab 1000"');
});
