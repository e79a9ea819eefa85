import { PUSH_KINDS, type PushKind } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import type { Recipient } from './encrypt.ts';

/** All that decides whether a queued push is sent, as it is now: nothing is copied into the queue. */
export interface Facts extends Recipient {
  kind: PushKind;
  userId: string;
  about: string | null;
  roomId: string | null;
  messageSeq: number | null;
  postId: string | null;
  callId: string | null;
  createdAt: Date;
  expiresAt: Date;
  attempts: number;
  looks: number;
  endpoint: string;
  /** The session of that browser, and the account's sessions with a tab that is looked at. */
  sid: string;
  looking: readonly string[];
  /** Whether the user looks at a tab in any browser. */
  isLooking: boolean;
  language: string;
  previews: boolean;
  /** Switches by topic; a missing one is on. */
  switches: unknown;
  isBarred: boolean;
  /** One of the two users blocks the other. */
  isHidden: boolean;
  /** The notification it announces has been read. */
  isRead: boolean;
  /** The call still rings. */
  rings: boolean;
  /** How far the user has read in the room; null: it is closed. */
  readSeq: number | null;
  /** The text of the message, if it is still there. */
  said: string | null;
  saidType: string | null;
}

/** Longer than what a push shows of a text. */
const SAID_LENGTH = 200;

/** Undefined: the push is gone, or of a kind only a newer version knows. */
export async function findFacts(db: Kysely<DB>, id: number, now: Date): Promise<Facts | undefined> {
  const { rows } = await sql<Omit<Facts, 'kind'> & { kind: string }>`
    SELECT
      own.kind, own.user_id AS "userId", own.about, own.room_id AS "roomId", own.message_seq AS "messageSeq",
      own.post_id AS "postId", own.call_id AS "callId", own.created_at AS "createdAt", own.expires_at AS "expiresAt",
      own.attempts, own.looks, target.endpoint, target.p256dh, target.auth, target.sid,
      wish.language, wish.previews, wish.push AS switches,
      coalesce(here.looking, '{}') AS looking, coalesce(here.is_looking, false) AS "isLooking",
      EXISTS (SELECT FROM identity.barred b WHERE b.user_id = own.user_id AND b.suspended_until > ${now}) AS "isBarred",
      EXISTS (SELECT FROM safety.hidden_pair p WHERE p.one = own.user_id AND p.other = own.about) AS "isHidden",
      own.notification_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM notifications.unread u WHERE u.id = own.notification_id) AS "isRead",
      EXISTS (SELECT FROM voice.ringing r WHERE r.call_id = own.call_id AND r.user_id = own.user_id) AS rings,
      reading.read_seq AS "readSeq", left(said.content, ${sql.lit(SAID_LENGTH)}) AS said, said.type AS "saidType"
    FROM push.outgoing own
    JOIN push.subscription target ON target.endpoint_hash = own.endpoint_hash AND target.user_id = own.user_id
    JOIN profiles.wish ON wish.user_id = own.user_id
    LEFT JOIN chats.reading ON reading.room_id = own.room_id AND reading.user_id = own.user_id
    LEFT JOIN chats.said ON said.room_id = own.room_id AND said.seq = own.message_seq
    LEFT JOIN LATERAL (
      SELECT bool_or(NOT away) AS is_looking, array_agg(sid) AS looking
      FROM platform.present LEFT JOIN LATERAL unnest(present.looking) AS sid ON true
      WHERE present.user_id = own.user_id
    ) here ON true
    WHERE own.id = ${id}`.execute(db);
  const [row] = rows;
  const kind = PUSH_KINDS.find((known) => known === row?.kind);
  return row && kind && { ...row, kind };
}
