const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MESSAGE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+$/;
const PATH = /^(?:photos|voice|images|one-time)\/[0-9a-f-]{36}\.[a-z0-9]+$/;
const ADDRESS = /^\/(?:media|api\/v1\/media)\//;

export type IdKind =
  | 'user'
  | 'room'
  | 'call'
  | 'post'
  | 'comment'
  | 'message'
  | 'notification'
  | 'block'
  | 'device'
  | 'case'
  | 'statement'
  | 'path'
  | 'address'
  | 'other';

/** What a field of this name holds. */
const FIELDS: Readonly<Record<string, IdKind>> = {
  userId: 'user',
  uid: 'user',
  authorId: 'user',
  callerId: 'user',
  receiverId: 'user',
  senderId: 'user',
  participants: 'user',
  chatRoomId: 'room',
  textMatch: 'room',
  callId: 'call',
  postId: 'post',
  commentId: 'comment',
  messageId: 'message',
  messageIds: 'message',
  blockId: 'block',
  deviceId: 'device',
  caseId: 'case',
  statementId: 'statement',
  path: 'path',
  // An `id` is of the kind of the object that holds it.
  chatRoom: 'room',
  chatRooms: 'room',
  call: 'call',
  calls: 'call',
  directCall: 'call',
  post: 'post',
  posts: 'post',
  comments: 'comment',
  notifications: 'notification',
  ids: 'notification',
};

/** The ids that the watcher has seen in one world, by kind and in the order of their appearance. */
export interface KnownIds {
  /** Notes every id of an answer or event. */
  learn(value: unknown): void;
  add(kind: IdKind, id: string): void;
  of(kind: IdKind): readonly string[];
}

export function createKnownIds(): KnownIds {
  const ids = new Map<IdKind, string[]>();
  function add(kind: IdKind, id: string): void {
    const known = ids.get(kind) ?? [];
    if (!known.includes(id)) known.push(id);
    ids.set(kind, known);
  }
  function walk(value: unknown, kind: IdKind): void {
    if (typeof value === 'string') learnText(value, kind);
    else if (Array.isArray(value)) for (const item of value) walk(item, kind);
    else if (typeof value === 'object' && value !== null) {
      for (const [field, item] of Object.entries(value)) walk(item, field === 'id' ? kind : (FIELDS[field] ?? kind));
    }
  }
  function learnText(text: string, kind: IdKind): void {
    if (UUID.test(text)) add(kind, text);
    else if (MESSAGE.test(text)) add('message', text);
    else if (PATH.test(text)) add('path', text);
    else if (ADDRESS.test(text)) add('address', text);
  }
  return { learn: (value) => walk(value, 'other'), add, of: (kind) => ids.get(kind) ?? [] };
}

/** The kind of id that an input's field wants. */
export function kindOfField(field: string): IdKind {
  return FIELDS[field] ?? 'other';
}
