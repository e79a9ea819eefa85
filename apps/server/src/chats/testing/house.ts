import { CALLABLES, type CallableName, type InputDraft, type LiveEvent, type Output } from '@yonder/contract';
import { createDeadlines, type Deadlines } from '../../platform/deadlines.ts';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners } from '../../platform/door/runners.ts';
import { newAlias, opaqueToken, uuidv7 } from '../../platform/ids.ts';
import { createPresence, type PersonPresence, type Presence } from '../../platform/live/presence.ts';
import { createLog } from '../../platform/log.ts';
import { person } from '../../profiles/index.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { createNotifications, type Notifications } from '../../notifications/index.ts';
import { noticesFor } from '../../wires/notifications.ts';
import { createChats, type Chats, type RoomClosed } from '../index.ts';
import { createMemoryMedia, type MemoryMedia } from './memory-media.ts';

/** A connected user, with all received events. */
export interface Member {
  userId: string;
  heard: LiveEvent[];
  /** Events about their notifications. */
  notified: LiveEvent[];
  call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>): Promise<Output<Name>>;
}

export interface ChatHouse extends TestDatabase {
  chats: Chats;
  media: MemoryMedia;
  notifications: Notifications;
  deadlines: Deadlines;
  presence: Presence;
  /** Lines of the log. */
  logged: string[];
  /** Rooms that a member has closed. */
  closings: RoomClosed[];
  newcomer(name: string): Promise<Member>;
  /** The room of a mutual like. */
  roomOf(one: Member, other: Member): Promise<string>;
  /** The room of a text match: the members know each other by alias. */
  strangersRoomOf(one: Member, other: Member): Promise<string>;
  /** Sets the user's presence on all sockets; offline receives nothing. */
  be(who: Member, presence: PersonPresence): Promise<void>;
  /** Advances the clock; what was due has run. */
  pass(ms: number): Promise<void>;
}

/** Chats behind the rpc pipeline, on a real database, without calls. */
export async function openChats({ nodes = 'one' }: { nodes?: 'one' | 'several' } = {}): Promise<ChatHouse> {
  const world = await freshDatabase();
  const { database, clock } = world;
  const sockets = new Map<string, LiveEvent[]>();
  const bells = new Map<string, LiveEvent[]>();
  const states = new Map<string, PersonPresence>();
  const places = new Map<string, string | null>();
  const logged: string[] = [];
  const closings: ChatHouse['closings'] = [];
  const log = createLog({ to: { write: (line) => void logged.push(line) } });
  const media = createMemoryMedia();
  const deadlines = createDeadlines(world);
  const here = (userId: string): PersonPresence => states.get(userId) ?? 'offline';
  const presence = createPresence({
    ...world,
    nodeId: uuidv7(clock.now()),
    nodes,
    see: (userId) => ({ presence: here(userId), looking: [], looksAt: [] }),
  });
  const isHeard = (userId: string): boolean => here(userId) !== 'offline';
  const chats: Chats = createChats({
    database,
    clock,
    log,
    person,
    media,
    deadlines,
    presence,
    live: {
      tell: (userId, event) => void sockets.get(userId)?.push(event),
      isHeard,
      report(userId, _tab, { presence: state, at }) {
        states.set(userId, state);
        places.set(userId, at);
      },
      looksAt: (userId, at) => here(userId) === 'online' && places.get(userId) === at,
    },
    evidence: { seal: async () => {} },
    engagement: async () => ({
      kind: 'idle',
      queue: null,
      call: null,
      directCall: null,
      textMatch: null,
    }),
    notified: (db, userId) => notifications.standing(db, userId),
    notices: noticesFor(() => notifications),
    roomClosed: async (tx, closed) => tx.after(() => closings.push(closed)),
  });
  const notifications: Notifications = createNotifications({
    database,
    clock,
    log,
    person,
    noneStands: chats.noneStands,
    live: {
      isHeard,
      tell: (userId, event) => void bells.get(userId)?.push(event),
    },
  });
  const handlers = { ...chats.callables, ...notifications.callables };
  const runners = createRunners({ handlers, database, answers: createAnswers(world) });

  async function newcomer(called: string): Promise<Member> {
    const userId = uuidv7(clock.now());
    const heard: LiveEvent[] = [];
    const notified: LiveEvent[] = [];
    sockets.set(userId, heard);
    bells.set(userId, notified);
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
      userId,
      heard,
      notified,
      async call<Name extends CallableName>(name: Name, draft?: InputDraft<Name>) {
        const run = runners.get(name);
        if (!run) throw new Error(`${name} is not part of this house`);
        const now = new Date(clock.now());
        const ctx = {
          userId,
          sid: userId,
          tab: userId,
          requestId: opaqueToken(16),
          now,
          address: '192.0.2.1',
        };
        return JSON.parse(await run(ctx, CALLABLES[name].input.parse(draft ?? null))) as Output<Name>;
      },
    };
  }

  return {
    ...world,
    chats,
    media,
    notifications,
    deadlines,
    presence,
    logged,
    closings,
    newcomer,
    roomOf: (one, other) =>
      database.transaction((tx) =>
        chats.createRoom(tx, {
          type: 'mode2',
          a: one.userId,
          b: other.userId,
        }),
      ),
    async strangersRoomOf(one, other) {
      const pair = {
        type: 'mode3',
        a: one.userId,
        b: other.userId,
      } as const;
      const roomId = await database.transaction((tx) => chats.createRoom(tx, pair));
      const aliases = {
        a_alias: newAlias(),
        b_alias: newAlias(),
      };
      await database.read.updateTable('chats.room').set(aliases).where('id', '=', roomId).execute();
      return roomId;
    },
    async be({ userId }, state) {
      states.set(userId, state);
      presence.changed(userId);
      await presence.settled();
    },
    async pass(ms) {
      await clock.advance(ms);
      await deadlines.runDue();
      await presence.settled();
    },
  };
}

/** A message to send; `n` makes its key, so the same n is the same message. */
export function text(chatRoomId: string, n: number, content = `message ${n}`): InputDraft<'sendMessageV2v2'> {
  return { chatRoomId, clientMessageId: keyOf(n), type: 'text', content };
}

const FOLDERS = { voice: ['voice', 'webm'], image: ['images', 'webp'], one_time_image: ['one-time', 'webp'] } as const;

/** As text, with a file; its number is `n` unless `upload` names another. */
export function file(
  chatRoomId: string,
  n: number,
  { type, upload = n }: { type: keyof typeof FOLDERS; upload?: number },
): InputDraft<'sendMessageV2v2'> {
  return { chatRoomId, clientMessageId: keyOf(n), type, media: { path: pathOf(type, upload) } };
}

export function pathOf(type: keyof typeof FOLDERS, upload: number): string {
  const [folder, extension] = FOLDERS[type];
  return `${folder}/${keyOf(upload)}.${extension}`;
}

function keyOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}
