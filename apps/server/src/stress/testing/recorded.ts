import { randomBytes, randomUUID } from 'node:crypto';
import type { CallableName } from '@yonder/contract';
import type { Database } from '../../platform/database.ts';
import { openHttp, openSocket, type Answer, type Door } from '../../testing/doors.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';

/** Somebody of whom everything that comes over the wire is kept: every frame, every answer with its headers. */
export interface Recorded {
  userId: string;
  /** What only they and the server know. */
  secrets: string[];
  /** An address of their machine, as their browser would tell it. */
  host: string;
  /** A name for a message that says whose it is. */
  key: string;
  received: string[];
  socket: Door;
  /** Over the socket and over HTTP by turns. */
  call(name: CallableName, data?: unknown): Promise<Answer>;
}

let people = 0;

export async function makeRecorded(world: World): Promise<Recorded> {
  const { database } = world;
  const number = (people += 1);
  const name = `Name${randomBytes(6).toString('hex')}`;
  const person = await world.join(name);
  const photo = `photo-${randomBytes(8).toString('hex')}`;
  const paths = { path: `${photo}.webp`, thumb_path: `${photo}.thumb.webp` };
  await database.read
    .insertInto('profiles.photo')
    .values({ user_id: person.userId, position: 0, ...paths })
    .execute();
  const { accessToken } = await person.token();
  const tabId = `tab-${randomBytes(8).toString('hex')}`;
  const address = `100.64.${number >> 8}.${number & 255}`;
  const host = `10.77.${number >> 8}.${number & 255}`;
  const key = randomUUID();
  const received: string[] = [];
  const caller = { url: world.url, accessToken, tabId, address, hear: (text: string) => received.push(text) };
  const [socket, http] = [await openSocket(caller), openHttp(caller)];
  let calls = 0;
  return {
    userId: person.userId,
    host,
    key,
    received,
    socket,
    secrets: [
      person.userId,
      name,
      photo,
      accessToken,
      tabId,
      address,
      host,
      key,
      ...(await storedOf(database, person)),
    ],
    call: (callable, data) => ((calls += 1) % 2 === 0 ? http : socket).send(callable, data),
  };
}

/** Ids that name them inside the server. */
async function storedOf(database: Database, { userId }: Person): Promise<string[]> {
  const account = database.read.selectFrom('identity.account').where('user_id', '=', userId).select('subject');
  const sessions = database.read.selectFrom('identity.session').where('user_id', '=', userId).select('sid');
  const { subject } = await account.executeTakeFirstOrThrow();
  return [subject, ...(await sessions.execute()).map(({ sid }) => sid)];
}
