import { createLog } from '../platform/log.ts';
import { expect, test } from 'vitest';
import { openBrowser } from '../push/testing/browser.ts';
import { openHttp, openSocket } from '../testing/doors.ts';
import { World } from '../testing/world.ts';
import { comeBack } from './testing/come-back.ts';
import { liveFully, say } from './testing/full-life.ts';

const lines: string[] = [];
const log = createLog({ level: 'debug', to: { write: (line) => void lines.push(line) } });
const world = await World.start({ log, settings: { TRUST_PROXY: 'on' } });

/** Marks that occur nowhere else, in everything users tell of themselves or each other. */
const MARKED = {
  name: 'Marked-Name',
  bio: 'marked-bio',
  message: 'marked-message',
  post: 'marked-moment',
  comment: 'marked-comment',
  topic: 'marked-topic',
  report: 'marked-report',
  push: 'https://fcm.googleapis.com/marked-push',
  address: '203.0.113.77',
} as const;
const PLACE = { lat: 25.033_964, lng: 121.564_468, accuracy: 17 };

test('nothing that people say, are called, or are at is in anything that is logged at debug level', async () => {
  const marked = await world.join(MARKED.name);
  const { bob } = world;
  const { roomId } = await liveFully(world, marked, bob);
  const { accessToken } = await marked.token();
  const caller = { url: world.url, accessToken, tabId: 'marked-tab-id', address: MARKED.address };
  const post = { region: 'TW', language: 'en', ageRange: 'any', content: MARKED.post } as const;
  for (const door of [openHttp(caller), await openSocket(caller)]) {
    await door.send('updateProfile', { bio: MARKED.bio });
    await door.send('createPostV2v2', post);
    await door.send('updateLocation', PLACE);
    await door.send('updateFcmToken', { token: openBrowser(MARKED.push).token });
    await door.send('joinCallQueue', { topic: MARKED.topic });
    await door.send('reportUser', { target: { type: 'user', id: bob.userId }, reason: 'other', text: MARKED.report });
    // Refused calls, and requests that are no calls.
    await door.send('updateProfile', { bio: MARKED.bio, photos: [MARKED.address], name: 7 });
    await door.send('sendMessageV2v2', { chatRoomId: roomId, type: 'text', content: MARKED.message });
    await door.send('getPost', { postId: MARKED.comment });
    door.close();
  }
  await say(marked, roomId, MARKED.message);
  await fetch(`${world.url}/api/v1/media/${accessToken}`, { headers: { 'x-forwarded-for': MARKED.address } });
  await marked.tab().call('requestDeletion');
  await (await comeBack(world, marked)).tab().call('cancelDeletion');
  await world.advance(2_000);
  await world.app.modules.privacy.settled();
  // Without any log lines the test would pass, too.
  log.debug({ userId: marked.userId }, 'the last line');
  expect(lines.at(-1)).toContain('the last line');

  const heard = lines.join('');
  const found = [...Object.values(MARKED), String(PLACE.lat), String(PLACE.lng), accessToken].filter((mark) =>
    heard.includes(mark),
  );
  expect(found).toEqual([]);
});
