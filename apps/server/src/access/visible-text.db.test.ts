import { expect, test } from 'vitest';
import { World } from '../testing/world.ts';

const world = await World.start();
const ann = world.ann.tab();
const bob = world.bob.tab();

const BLANKS = ['\u200B', '\u00AD', ' ', '\u3164', '\u2800', '\uFFA0', '\u115F', '\u202E'];
const TRICK = '\u202Egnp.exe';
const TOWER = `Z${'\u0301'.repeat(40)}algo`;

const post = (content: string) =>
  ann.call('createPostV2v2', { content, region: 'TW-TPE', ageRange: 'any', language: 'en' });

test.each(BLANKS)('%j is no post, no comment, no message and no hello', async (blank) => {
  await expect(post(blank)).rejects.toThrow('invalid-argument');
  await expect(bob.call('sayHello', { userId: world.ann.userId, content: blank })).rejects.toThrow('invalid-argument');
  const { chatRoomId } = await startChat();
  const clientMessageId = crypto.randomUUID();
  await expect(
    ann.call('sendMessageV2v2', { chatRoomId, clientMessageId, type: 'text', content: blank }),
  ).rejects.toThrow('invalid-argument');
});

test.each(BLANKS)('a name of %j is no name: the person shows as Anonymous', async (blank) => {
  const dee = (await world.join(`Dee ${blank.codePointAt(0)}`)).tab();
  await dee.call('updateProfile', { name: blank });
  expect(await dee.call('getProfile')).toMatchObject({ name: 'Anonymous' });
});

test('an override does not turn a file name around, and 40 marks are 4 with the composed one', async () => {
  const { chatRoomId } = await startChat();
  await send(chatRoomId, TRICK);
  await send(chatRoomId, TOWER);
  const { messages } = await bob.call('listMessages', { chatRoomId });
  expect(messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['gnp.exe', 'Ź\u0301\u0301\u0301algo']),
  );
});

test.each(['Moderator', 'Yonder', 'Yоnder Support', '管理員'])('nobody is called %s', async (name) => {
  await expect(bob.call('updateProfile', { name })).rejects.toThrow('This name is reserved.');
});

async function startChat(): Promise<{ chatRoomId: string }> {
  const pair = { type: 'direct', a: world.ann.userId, b: world.bob.userId } as const;
  return { chatRoomId: await world.database.transaction((tx) => world.app.modules.chats.createRoom(tx, pair)) };
}

async function send(chatRoomId: string, content: string): Promise<void> {
  await ann.call('sendMessageV2v2', { chatRoomId, clientMessageId: crypto.randomUUID(), type: 'text', content });
}
