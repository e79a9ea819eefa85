import { expect, test } from 'vitest';
import { filesOf } from '../media/personal-data.ts';
import { sendImage } from '../privacy/testing/full-life.ts';
import type { Person } from '../testing/person.ts';
import { openCourt } from './testing/court.ts';

const court = await openCourt();
const { world, as, friends, report, caseOf } = court;
const mod = await court.moderator('Maud');

async function statusOf(who: Person, address: string | null | undefined, method = 'GET'): Promise<number> {
  const { accessToken } = await who.token();
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(`${world.url}${address}`, { method, headers })).status;
}

/** The paths of the files in their copy. */
async function copied({ userId }: Person): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of filesOf(world.database.read, userId)) paths.push(path);
  return paths;
}

/** A user sends a picture, and deletes it once the recipient has seen it. */
async function sendAndDelete(meanwhile: (reader: Person, messageId: string) => Promise<unknown>) {
  const [sender, reader] = [await world.join('Sender'), await world.join('Reader')];
  const chatRoomId = await friends(sender, reader);
  await sendImage(world, { from: sender, chatRoomId, type: 'image' });
  const messageId = `${chatRoomId}.1`;
  const seen = (await as(reader).call('mintMediaUrls', { messageIds: [messageId] })).media[0];
  const own = (await as(sender).call('mintMediaUrls', { messageIds: [messageId] })).media[0];
  const before = [await statusOf(reader, seen?.url), await statusOf(sender, own?.thumbUrl), await copied(sender)];
  expect(before).toEqual([200, 200, [expect.any(String)]]);
  await meanwhile(reader, messageId);
  await as(sender).call('deleteMessage', { messageId });
  await world.advance(2_000);
  const statuses = [
    await statusOf(reader, seen?.url),
    await statusOf(reader, seen?.thumbUrl),
    await statusOf(sender, own?.url),
    await statusOf(sender, own?.url, 'HEAD'),
  ];
  return { sender, told: { statuses, files: await copied(sender) } };
}

test('neither addresses nor a copy tell who deletes a picture whether a report keeps it', async () => {
  const quiet = await sendAndDelete(async () => undefined);
  const reported = await sendAndDelete((reader, id) => report(reader, { type: 'message', id }));
  expect(quiet.told).toEqual({ statuses: [404, 404, 404, 404], files: [] });
  expect(reported.told).toEqual(quiet.told);
  const { evidence } = (await caseOf(mod, reported.sender)).allReports[0]!;
  expect(await statusOf(mod, evidence.messages[0]?.mediaUrl)).toBe(200);
});

test.each(['dismiss', 'remove-content'] as const)(
  'what is left of a chat that an erasure took can be decided: %s',
  async (action) => {
    const [sender, reader] = [await world.join('Sender'), await world.join('Reader')];
    const chatRoomId = await friends(sender, reader);
    const id = await court.say(sender, chatRoomId, 'Hurt yourself.');
    await report(reader, { type: 'message', id }, 'self-harm');
    const { caseId } = await caseOf(mod, sender);
    const { personalData } = world.app.modules.chats;
    expect(await world.database.transaction((tx) => personalData.erase(tx, reader.userId))).toBe('done');
    const grounds = { ground: 'hate', text: 'This is not welcome here.' } as const;
    const decided = await as(mod).call('decideCase', { caseId, action, ...(action !== 'dismiss' && grounds) });
    expect(decided.allReports[0]?.evidence.messages).toMatchObject([{ text: 'Hurt yourself.' }]);
  },
);
