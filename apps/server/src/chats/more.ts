import { summaryOf, type Attachment } from '@yonder/contract';
import { statement, type HotTx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { messageKeyOf, type ChatMedia, type Wanted } from './media.ts';
import type { MessageRow } from './rows.ts';
import type { Draft } from './draft.ts';
import { keptSummary } from './summaries.ts';

/** What a message has beyond its text. */
export interface More {
  draft: Draft;
  attachment: Attachment | null;
  /** The quoted message, which the members may see differently. */
  quoted: Quoted | null;
}

type Quoted = Pick<MessageRow, 'seq' | 'sender_id' | 'type' | 'content' | 'attachment' | 'deleted_at' | 'hidden_at'>;

/** Result for the n-th draft (from 1) of a member. */
interface LookedAt extends Omit<Quoted, 'seq'> {
  n: number;
  /** Not stored yet, and the sender may write here. */
  isNew: boolean;
  /** The members do not know each other. */
  isAnonymous: boolean;
  /** The quoted message's number; null without one. */
  seq: number | null;
}

const look = statement<LookedAt>(import.meta.resolve('./look.sql'));

export function hasMore({ replyTo, media }: Draft): boolean {
  return replyTo !== null || media !== null;
}

/**
 * Resolves the quotes and files of a batch: each draft's extras, or its rejection. Only new messages claim files; plain
 * texts cost nothing. The caller has locked the rooms.
 */
export async function lookAtMore(
  tx: HotTx,
  drafts: readonly Draft[],
  media: Pick<ChatMedia, 'claim'>,
): Promise<Map<Draft, More | DomainError>> {
  if (!drafts.some(hasMore)) return new Map();
  // A repetition within the batch is the same message; its own quote and file are ignored.
  const firstOf = new Map(drafts.toReversed().map((draft) => [messageKeyOf(draft), draft]));
  const asked = drafts.filter((draft) => hasMore(draft) && firstOf.get(messageKeyOf(draft)) === draft);
  if (asked.length === 0) return new Map();
  const rows = await tx.run(look, [
    asked.map(({ roomId }) => roomId),
    asked.map(({ senderId }) => senderId),
    asked.map(({ clientMessageId }) => clientMessageId),
    asked.map(({ replyTo }) => replyTo),
  ]);
  const found = rows
    .filter(({ isNew }) => isNew)
    .map((row) => ({ draft: asked[row.n - 1]!, quoted: quotedIn(row), isAnonymous: row.isAnonymous }));
  const answerable = found.filter((one) => refusalOf(one) === null);
  const claimed = await claim(tx, media, answerable);
  const moreOf = (one: Found): More | DomainError => {
    const { draft, quoted } = one;
    const refusal = refusalOf(one);
    if (refusal) return refusal;
    const attachment = draft.media ? claimed.get(messageKeyOf(draft)) : null;
    if (attachment === undefined) throw new Error('a file was neither given nor refused');
    if (attachment instanceof DomainError) return attachment;
    return { draft, attachment, quoted: quoted ?? null };
  };
  const given = new Map(found.map((one) => [messageKeyOf(one.draft), moreOf(one)]));
  return new Map(
    drafts.flatMap((draft) => {
      const more = given.get(messageKeyOf(draft));
      return more ? [[draft, more] as const] : [];
    }),
  );
}

interface Found {
  draft: Draft;
  quoted: Quoted | undefined;
  isAnonymous: boolean;
}

function refusalOf({ draft, quoted, isAnonymous }: Found): DomainError | null {
  if (draft.media && isAnonymous) return new DomainError('words-only');
  return draft.replyTo !== null && !quoted ? new DomainError('message-not-found') : null;
}

async function claim(tx: HotTx, media: Pick<ChatMedia, 'claim'>, found: readonly { draft: Draft }[]) {
  const wanted = new Map(found.flatMap(({ draft }) => wantedBy(draft)).map((one) => [one.messageKey, one]));
  return wanted.size === 0 ? new Map<string, Attachment | DomainError>() : media.claim(tx, [...wanted.values()]);
}

function wantedBy(draft: Draft): Wanted[] {
  const { type, media, senderId: owner } = draft;
  if (type === 'text' || !media) return [];
  return [{ ...media, owner, type, messageKey: messageKeyOf(draft) }];
}

function quotedIn({ seq, ...row }: LookedAt): Quoted | undefined {
  return seq === null ? undefined : { ...row, seq };
}

/** Encodes the extras for the statement that stores the message. */
export function storedMore(more: More | DomainError | undefined): string | null {
  if (!more || more instanceof DomainError) return null;
  const { draft, attachment } = more;
  const summary = keptSummary(summaryOf({ type: draft.type, attachment, isDeleted: false }));
  return JSON.stringify({
    type: draft.type,
    ...(draft.replyTo !== null && { replyTo: draft.replyTo }),
    ...(attachment && { attachment, mediaPath: draft.media?.path }),
    ...(summary && { summary }),
  });
}
