import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { eraseAccount, findExclusion } from '../identity/leaving.ts';
import { openAccount } from '../identity/store.ts';
import { expect, test } from 'vitest';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { comeBack } from './testing/come-back.ts';
import { leaveBehind, liveFully, say, sendImage, upload } from './testing/full-life.ts';
import { allTables, documentedTables, mentionsOf } from './testing/tables.ts';

const world = await World.start();
const { ann, bob, cem, database } = world;
const documented = documentedTables();
const goesAtErasure = documented.filter(({ atErasure }) => atErasure === 'goes').map(({ table }) => table);

/** The paths of the files in the store. */
function storedFiles(): string[] {
  const { files } = world;
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(files.length + 1)}/${entry.name}`);
}

async function filesOf({ userId }: Person): Promise<string[]> {
  const rows = await database.read
    .selectFrom('media.object')
    .where('owner', '=', userId)
    .select(['path', 'thumb_path'])
    .execute();
  return rows.flatMap(({ path, thumb_path }) => [path, ...(thumb_path === null ? [] : [thumb_path])]);
}

/** Lets the 30 days pass. */
async function letGraceEnd({ userId }: Person): Promise<void> {
  const due = new Date(world.clock.now() + 1_000);
  await database.read.updateTable('identity.account').set({ erases_at: due }).where('user_id', '=', userId).execute();
  await database.read
    .updateTable('platform.deadline')
    .set({ due })
    .where('kind', '=', 'privacy.erase')
    .where('key', '=', userId)
    .execute();
}

async function erase(): Promise<void> {
  await world.advance(2_000);
  await world.app.modules.privacy.settled();
  await world.advance(6_000);
}

test('docs/privacy.md says of every table what is kept, how long, what becomes of it, and its level', async () => {
  expect(documented.map(({ table }) => table).toSorted()).toEqual(await allTables(database));
  for (const { howLong, byWhat, atErasure, level } of documented) {
    expect([howLong, byWhat]).not.toContain('');
    expect(atErasure).toMatch(/^(goes|nobody|stays: .+)$/);
    expect(level).toMatch(/^(secret|sensitive|personal|operational)$/);
    if (level === 'operational') expect(atErasure).toBe('nobody');
  }
});

test('a person who lived in every table is in none after their erasure, and nothing of theirs is in the object store', async () => {
  const { roomId } = await liveFully(world, ann, bob);
  await ann.tab().call('requestExport');
  await world.advance(1_000);
  await world.app.modules.privacy.settled();
  await ann.tab().call('requestDeletion');
  await comeBack(world, ann);
  await world.advance(1_000);
  await leaveBehind(world, ann.userId, bob.userId);
  const before = await mentionsOf(database, ann.userId);
  const files = await filesOf(ann);
  expect(files.length).toBeGreaterThanOrEqual(6);
  expect(storedFiles()).toEqual(expect.arrayContaining(files));
  const nobody = documented.filter(({ atErasure }) => atErasure === 'nobody').map(({ table }) => table);
  expect(goesAtErasure.filter((table) => before.get(table) === 0)).toEqual([]);
  expect(nobody.filter((table) => before.get(table) !== 0)).toEqual([]);

  await letGraceEnd(ann);
  await erase();
  const after = await mentionsOf(database, ann.userId);
  expect([...goesAtErasure, ...nobody].filter((table) => after.get(table) !== 0)).toEqual([]);
  expect(storedFiles().filter((file) => files.includes(file))).toEqual([]);
  expect(storedFiles().filter((file) => file.startsWith('erasures/'))).toHaveLength(1);
  const ledger = storedFiles().filter((file) => file.startsWith('ledger/'));
  expect(ledger).toEqual([`ledger/${bob.userId}.bin`]);
  expect(readFileSync(join(world.files, ledger[0]!), 'utf8')).not.toContain(ann.userId);
  const { rows } = await sql<{ erasures: number }>`SELECT count(*)::int AS erasures FROM privacy.erasure`.execute(
    database.read,
  );
  expect(rows).toEqual([{ erasures: 1 }]);
  expect(await bob.tab().call('listMessages', { chatRoomId: roomId }).catch(String)).toContain('permission-denied');
});

test('what belongs to others stays without the person: a call with a stranger, a line for a comment', async () => {
  const tab = bob.tab();
  const { calls } = await tab.call('listCalls');
  expect(calls).toMatchObject([{ person: null, outcome: 'match' }]);
  const { posts } = await tab.call('listOwnPosts');
  const { comments } = await tab.call('listComments', { postId: posts[0]!.id });
  expect(comments).toMatchObject([{ content: 'This comment is gone with the account of who wrote it.' }]);
  const begun = tab.call('startChatFromCommentV2v2', { postId: posts[0]!.id, commentId: comments[0]!.id });
  expect(await begun.catch(String)).toContain('not-found');
});

test('an erasure that was cut off after any of its transactions ends as a whole one', async () => {
  const dora = await world.join('Dora');
  await liveFully(world, dora, bob);
  await dora.tab().call('requestDeletion');
  await world.advance(1_000);
  await leaveBehind(world, dora.userId, bob.userId);
  await letGraceEnd(dora);
  // A killed server loses every connection: each attempt gets one transaction further than the one before.
  for (let transactions = 1; await isThere(dora); transactions += 1) {
    const dying = dieAfter(transactions);
    await world.advance(2_000);
    await world.app.modules.privacy.settled();
    dying.stop();
    await world.advance(1_000);
    await dueAgain(dora);
    expect(transactions).toBeLessThan(40);
  }
  // A failed deletion is tried again after a minute.
  const now = new Date(world.clock.now());
  await database.read.updateTable('media.object').set({ erase_at: now }).where('owner', '=', dora.userId).execute();
  await world.advance(6_000);
  const after = await mentionsOf(database, dora.userId);
  expect(goesAtErasure.filter((table) => after.get(table) !== 0)).toEqual([]);
});

test('what a report shows stays in the store and in its report, and goes when the report goes', async () => {
  const emil = await world.join('Emil');
  const photo = await upload(world, emil, 'photos');
  await emil.tab().call('updateProfile', { photos: [photo, await upload(world, emil, 'photos')] });
  const roomId = await database.transaction((tx) =>
    world.app.modules.chats.createRoom(tx, { type: 'direct', a: emil.userId, b: cem.userId }),
  );
  await say(emil, roomId, 'words that a report shows');
  const image = await sendImage(world, { from: emil, chatRoomId: roomId, type: 'image' });
  await cem.tab().call('reportUser', { target: { type: 'user', id: emil.userId }, reason: 'spam' });
  await cem.tab().call('reportUser', { target: { type: 'chatRoom', id: roomId }, reason: 'spam' });
  await emil.tab().call('requestDeletion');
  await letGraceEnd(emil);
  await erase();
  expect(await isThere(emil)).toBe(false);
  expect(await filesOf(emil)).toEqual(expect.arrayContaining([photo, image]));
  expect(storedFiles()).toEqual(expect.arrayContaining([photo, image]));
  expect(await cem.tab().call('listMessages', { chatRoomId: roomId }).catch(String)).toContain('permission-denied');
  const held = await mentionsOf(database, emil.userId);
  expect(goesAtErasure.filter((table) => held.get(table) !== 0)).toEqual(['media.object', 'media.usage']);

  await database.read.deleteFrom('safety.report').where('reported', '=', emil.userId).execute();
  await database.read
    .updateTable('platform.deadline')
    .set({ due: new Date(world.clock.now()) })
    .where('kind', '=', 'privacy.release')
    .execute();
  await world.advance(8_000);
  const after = await mentionsOf(database, emil.userId);
  expect(goesAtErasure.filter((table) => after.get(table) !== 0)).toEqual([]);
  expect(storedFiles()).not.toEqual(expect.arrayContaining([photo]));
});

test.each(['banned for ever', 'suspended until tomorrow'] as const)(
  'who is %s and has themselves erased may not come back before that with the same sign-in',
  async (which) => {
    const identity = { provider: 'world', subject: which };
    const until = which === 'banned for ever' ? 'infinity' : new Date(world.clock.now() + 86_400_000);
    await database.transaction(async (tx) => {
      const userId = await openAccount(tx, { ...identity, suggestedName: '' });
      await tx.db
        .updateTable('identity.account')
        .set({ suspended_until: until })
        .where('user_id', '=', userId)
        .execute();
      expect(await findExclusion(tx, identity)).toBe(null);
      await eraseAccount(tx, userId);
      expect(await findExclusion(tx, identity)).toBe('account-banned');
      const later = new Date(tx.now.getTime() + 86_400_001);
      expect(await findExclusion({ ...tx, now: later }, identity)).toBe(
        which === 'banned for ever' ? 'account-banned' : null,
      );
    });
  },
);

async function isThere({ userId }: Person): Promise<boolean> {
  const account = database.read.selectFrom('identity.account').where('user_id', '=', userId).select('user_id');
  return (await account.executeTakeFirst()) !== undefined;
}

async function dueAgain({ userId }: Person): Promise<void> {
  await database.read
    .updateTable('platform.deadline')
    .set({ due: new Date(world.clock.now()) })
    .where('kind', '=', 'privacy.erase')
    .where('key', '=', userId)
    .execute();
}

/** Kills the server after so many more transactions: it does nothing more. */
function dieAfter(transactions: number): { stop(): void } {
  const { transaction } = database;
  let left = transactions;
  database.transaction = (work) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : transaction(work);
  };
  return {
    stop() {
      database.transaction = transaction;
    },
  };
}
