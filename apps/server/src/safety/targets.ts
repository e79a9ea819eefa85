import { id, type SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { isMember } from './store.ts';

/** The user that a target points at. */
export interface PointedAt {
  userId: string;
  /** What the caller knows them by, where that is not the name. */
  alias: string | null;
  evidence: unknown;
}

/** Resolve the targets of other modules. Undefined: the caller has no such target. */
export interface Resolvers {
  call(tx: Tx, asked: { me: string; callId: string }): Promise<PointedAt | undefined>;
  chatRoom(tx: Tx, asked: { me: string; roomId: string }): Promise<PointedAt | undefined>;
  message(tx: Tx, asked: { me: string; messageId: string }): Promise<PointedAt | undefined>;
  post(tx: Tx, asked: { me: string; postId: string }): Promise<PointedAt | undefined>;
  comment(tx: Tx, asked: { me: string; commentId: string }): Promise<PointedAt | undefined>;
  /** Returns what a user shows of themselves. */
  portrait(tx: Tx, userId: string): Promise<unknown>;
}

/**
 * missing: a person that does not exist. Treated as existing, so that no answer tells which people exist.
 * not-found: nothing of the caller's; it may belong to others.
 */
export type Resolved = { kind: 'person' | 'missing'; person: PointedAt } | { kind: 'not-found' };

export async function resolve(
  tx: Tx,
  { me, target, resolvers }: { me: string; target: SafetyTarget; resolvers: Resolvers },
): Promise<Resolved> {
  switch (target.type) {
    case 'user':
      return resolvePerson(tx, target.id, resolvers);
    case 'call':
      return isId(target.id) ? found(await resolvers.call(tx, { me, callId: target.id })) : found(undefined);
    case 'chatRoom':
      return isId(target.id) ? found(await resolvers.chatRoom(tx, { me, roomId: target.id })) : found(undefined);
    case 'message':
      return found(await resolvers.message(tx, { me, messageId: target.id }));
    case 'post':
      return isId(target.id) ? found(await resolvers.post(tx, { me, postId: target.id })) : found(undefined);
    case 'comment':
      return isId(target.id) ? found(await resolvers.comment(tx, { me, commentId: target.id })) : found(undefined);
    default:
      return target.type satisfies never;
  }
}

async function resolvePerson(tx: Tx, userId: string, resolvers: Resolvers): Promise<Resolved> {
  if (!isId(userId)) return { kind: 'not-found' };
  if (!(await isMember(tx.db, userId))) return { kind: 'missing', person: { userId, alias: null, evidence: null } };
  return { kind: 'person', person: { userId, alias: null, evidence: await resolvers.portrait(tx, userId) } };
}

function found(person: PointedAt | undefined): Resolved {
  return person ? { kind: 'person', person } : { kind: 'not-found' };
}

function isId(value: string): boolean {
  return id.safeParse(value).success;
}
