import { CALLABLES, type CallableName, type InputDraft, type LiveEvent, type Output } from '@yonder/contract';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners } from '../../platform/door/runners.ts';
import { opaqueToken, uuidv7 } from '../../platform/ids.ts';
import { person } from '../../profiles/index.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { createChats, type Chats } from '../index.ts';

/** Somebody at the door, with all they were told. */
export interface Member {
  userId: string;
  heard: LiveEvent[];
  call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>): Promise<Output<Name>>;
}

export interface ChatHouse extends TestDatabase {
  chats: Chats;
  newcomer(name: string): Promise<Member>;
  /** The room of a mutual like. */
  roomOf(one: Member, other: Member): Promise<string>;
}

/** Chats behind the door, on a real database; calls are somebody else's. */
export async function openChats(): Promise<ChatHouse> {
  const world = await freshDatabase();
  const { database, clock } = world;
  const sockets = new Map<string, LiveEvent[]>();
  const chats = createChats({
    ...{ database, clock, person },
    live: { tell: (userId, event) => void sockets.get(userId)?.push(event) },
    engagement: async () => ({ kind: 'idle', queue: null, call: null }),
  });
  const runners = createRunners({ handlers: chats.callables, database, answers: createAnswers(world) });

  async function newcomer(called: string): Promise<Member> {
    const userId = uuidv7(clock.now());
    const heard: LiveEvent[] = [];
    sockets.set(userId, heard);
    await database.transaction(async ({ db, now }) => {
      const times = { created_at: now, updated_at: now, last_active: now };
      const account = { user_id: userId, provider: 'test', subject: userId, created_at: now, onboarded_at: now };
      await db.insertInto('identity.account').values(account).execute();
      await db
        .insertInto('profiles.profile')
        .values({ user_id: userId, name: called, languages: ['en'], ...times })
        .execute();
    });
    return {
      ...{ userId, heard },
      async call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>) {
        const run = runners.get(name);
        if (!run) throw new Error(`${name} is not part of this house`);
        const now = new Date(clock.now());
        const ctx = { userId, sid: userId, tab: null, requestId: opaqueToken(16), now, address: '192.0.2.1' };
        return JSON.parse(await run(ctx, CALLABLES[name].input.parse(draft ?? null))) as Output<Name>;
      },
    };
  }

  return {
    ...world,
    ...{ chats, newcomer },
    roomOf: (one, other) =>
      database.transaction((tx) => chats.createRoom(tx, { type: 'mode2', a: one.userId, b: other.userId })),
  };
}

/** A message to send; `n` makes its key, so that the same n is the same message. */
export function text(chatRoomId: string, n: number, content = `message ${n}`): InputDraft<'sendMessageV2v2'> {
  const clientMessageId = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  return { chatRoomId, clientMessageId, type: 'text', content };
}
