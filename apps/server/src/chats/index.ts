import type { EngagementView, Notified } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Evidence } from '../evidence/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import type { Presence } from '../platform/live/presence.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { createAccess } from './access.ts';
import { createAnonymousRooms } from './anonymous.ts';
import { chatCallables, type ChatCallable } from './callables.ts';
import { createChanges, type Changes } from './changes.ts';
import { createClosing, type MatchLeft, type RoomClosed } from './closing.ts';
import { createHistory } from './history.ts';
import { chatAreas, createLeaving } from './personal-data.ts';
import { createLines } from './lines.ts';
import { createMarks } from './marks.ts';
import type { ChatMedia } from './media.ts';
import type { ChatNotices } from './notices.ts';
import { createOpening, type Opening } from './opening.ts';
import { createPages } from './pages.ts';
import { tellPresences } from './presence.ts';
import { createReading } from './reading.ts';
import { forgetNotified } from './rooms-store.ts';
import { createRequests, type Requests } from './requests.ts';
import { createSender } from './sending.ts';
import { createTelling, type TellingOptions } from './telling.ts';
import { createTyping } from './typing.ts';

export {
  otherMember,
  resolveMessage,
  resolveRoom,
  roomOfMessage,
  type PointedAt,
  type RoomEvidence,
} from './evidence.ts';
export { freezeEvidence } from './frozen-evidence.ts';
export type { ForeignChange } from './changes.ts';
export type { RoomClosed } from './closing.ts';
export type { ChatNotices } from './notices.ts';
export { phaseOf } from './phase.ts';
export type { Line } from './lines.ts';
export { messageId, parseMessageId } from './views.ts';
export { findNumber, findSaid, hasFile } from './messages-store.ts';
export { findClaimed, findMedia, type ChatMedia, type MediaType, type MessageMedia, type Wanted } from './media.ts';

export interface Chats
  extends
    Pick<
      Opening,
      'createRoom' | 'createRoomUnlessEnded' | 'connected' | 'goneFrom' | 'openBetween' | 'partnerIn' | 'roomsWith'
    >,
    Pick<Changes, 'changeMessage'>,
    Pick<ReturnType<typeof createClosing>, 'closeSilently'>,
    ReturnType<typeof createLines>,
    ReturnType<typeof createAnonymousRooms>,
    ReturnType<typeof createReading> {
  callables: Handlers<ChatCallable>;
  /** Hellos, and accepting them. */
  requests: Pick<Requests, 'sayHello' | 'accept'>;
  /** Clears the notified flag of these members, in the caller's transaction. */
  noneStands(tx: Tx, gone: readonly { userId: string; roomId: string }[]): Promise<void>;
  /** Closes some chats of a departing user; repeat until 'done'. */
  closeSome(tx: Tx, userId: string): Promise<'done' | 'more'>;
  personalData: PersonalData;
  /** Emits presence changes to partners until stopped. */
  start(): Stop;
}

export interface ChatsOptions extends Omit<TellingOptions, 'live' | 'presence'> {
  database: Database;
  clock: Clock;
  log: Log;
  live: Pick<Live, 'tell' | 'isHeard' | 'report' | 'looksAt'>;
  presence: Pick<Presence, 'of' | 'onWritten' | 'seenElsewhere'>;
  deadlines: Pick<Deadlines, 'on'>;
  media: ChatMedia;
  /** Seals messages that their senders delete. */
  evidence: Pick<Evidence, 'seal'>;
  /** Reads what the user is busy with now. */
  engagement(db: Kysely<DB>, userId: string): Promise<EngagementView>;
  /** Reads the user's newest notification and unread count. */
  notified(db: Kysely<DB>, userId: string): Promise<Notified>;
  notices: ChatNotices;
  /** Runs in the closing transaction, before the room is locked: the member leaves the match of that room. */
  leaveMatch?(tx: Tx, left: MatchLeft): Promise<void>;
  /** Runs in the closing transaction: a member closed a chat in which the two know each other by name. */
  roomClosed?(tx: Tx, closed: RoomClosed): Promise<void>;
}

export function createChats(options: ChatsOptions): Chats {
  const access = createAccess(options);
  const telling = createTelling(options);
  const parts = { ...options, access, telling };
  const opening = createOpening(parts);
  const closing = createClosing(parts);
  const leaving = createLeaving({ ...options, closing });
  const changes = createChanges(parts);
  const requests = createRequests(parts);
  const sender = createSender({ ...options, accept: requests.open });
  const pages = createPages({ ...options, reader: options.database.reader });
  const [history, marks, typing] = [createHistory({ ...parts, pages }), createMarks(parts), createTyping(parts)];
  const { createRoom, createRoomUnlessEnded, connected, goneFrom, openBetween, partnerIn, roomsWith } = opening;
  return {
    createRoom,
    createRoomUnlessEnded,
    connected,
    goneFrom,
    openBetween,
    partnerIn,
    roomsWith,
    ...createLines(telling),
    ...createReading(options),
    closeSilently: closing.closeSilently,
    changeMessage: changes.changeMessage,
    requests,
    ...createAnonymousRooms({
      ...parts,
      closing,
    }),
    callables: chatCallables({
      ...options,
      sender,
      history,
      marks,
      changes,
      opening,
      closing,
      typing,
    }),
    noneStands: forgetNotified,
    closeSome: leaving.closeSome,
    personalData: {
      areas: chatAreas,
      erase: leaving.eraseSome,
    },
    start: () => tellPresences(options),
  };
}
