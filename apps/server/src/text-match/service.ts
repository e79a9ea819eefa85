import { REASONS, type Input, type Output, type TextMatch } from '@yonder/contract';
import type { Engagements } from '../engagement/index.ts';
import type { QueueService, Wishes } from '../matchmaking/index.ts';
import { createBatchLane } from '../platform/batch-lane.ts';
import type { Database, Reader, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import { areBlocked } from '../safety/index.ts';
import type { Allowances, Asked } from './allowance.ts';
import type { Happened, Matches } from './matches.ts';
import type { MatchEvent, Side } from './session.ts';
import { textMatchOf } from './view.ts';

export interface TextServiceOptions {
  database: Pick<Database, 'read' | 'reader'>;
  matches: Matches;
  allowances: Pick<Allowances, 'of'>;
  engagements: Pick<Engagements, 'find' | 'seen' | 'seat'>;
  live: Pick<Live, 'isHere'>;
  /** Reads interests from profiles, in the order of `userIds`. */
  interestsOf(reader: Pick<Reader, 'query'>, userIds: readonly string[]): Promise<(readonly string[])[]>;
}

/** Batch size for a rush of joins. Batches keep answers from waiting for a connection behind leaves and blocks. */
const ASKED_AT_MOST = 500;

type Queue = Pick<QueueService<TextMatch>, 'join' | 'leave' | 'standing'>;
type InRoom = Input<'textHeartbeatV2v2'>;
type Answer = Output<'textHeartbeatV2v2'>;

/** Actions of a participant in a match, and on the way to one. */
export type TextService = ReturnType<typeof createTextService>;

export function createTextService(
  { database: { read, reader }, matches, allowances, engagements, live, interestsOf }: TextServiceOptions,
  queue: () => Queue,
) {
  const interests = createBatchLane({
    atMost: ASKED_AT_MOST,
    run: (people: readonly string[]) => interestsOf(reader, people),
  });
  const allowance = createBatchLane({
    atMost: ASKED_AT_MOST,
    run: (asked: readonly Asked[]) => allowances.of(reader, asked),
  });

  async function wishesOf(userId: string, input: Input<'joinTextQueueV2v2'>): Promise<Wishes> {
    return { language: input?.language ?? null, interests: input?.interests ?? (await interests.add(userId)) };
  }

  const happen = (ctx: CallContext, tx: Tx, { chatRoomId }: InRoom, event: (side: Side) => MatchEvent) =>
    matches.happen(tx, { chatRoomId, userId: ctx.userId }, event);
  const viewOf = ({ after, side }: Happened): TextMatch => textMatchOf(after, side);
  /** Marks the user as present, from any page. */
  const returned = async (ctx: CallContext, tx: Tx, input: InRoom): Promise<Answer> => {
    const { userId, tab, sid } = ctx;
    engagements.seen({ userId, tab });
    const happened = await happen(ctx, tx, input, (side) => ({ kind: 'returned', side }));
    // The match moves to this sign-in; signing out of another one does not end it.
    if (tab !== null) await engagements.seat(tx, { userId, ref: input.chatRoomId, tab, sid });
    return { match: viewOf(happened) };
  };

  return {
    async join(ctx: CallContext, input: Input<'joinTextQueueV2v2'>): Promise<Output<'joinTextQueueV2v2'>> {
      const joined = await queue().join(ctx, () => wishesOf(ctx.userId, input));
      const left = { allowance: await allowance.add(ctx) };
      if (!('sessionId' in joined)) return { matched: false, chatRoomId: null, match: null, queue: joined, ...left };
      return { matched: true, chatRoomId: joined.sessionId, match: joined.view, queue: null, ...left };
    },

    async leave(ctx: CallContext, tx: Tx): Promise<Output<'leaveTextQueueV2v2'>> {
      const { left, sessionId } = await queue().leave(ctx, tx);
      return { left, chatRoomId: sessionId };
    },

    async decide(
      { userId }: CallContext,
      tx: Tx,
      { chatRoomId, decision }: Input<'textMatchDecisionV2v2'>,
    ): Promise<Output<'textMatchDecisionV2v2'>> {
      const happened = await matches.happen(tx, { chatRoomId, userId }, async (side, { a, b }) => ({
        kind: 'decided',
        side,
        decision,
        pair: (await areBlocked(tx.db, a.userId, b.userId)) ? 'blocked' : 'open',
      }));
      const result = resultOf(happened);
      const message = result === 'already_decided' ? REASONS['already-decided'][1] : null;
      return { result, message, match: viewOf(happened) };
    },

    async state(ctx: CallContext, input: Input<'getTextMatchStateV2v2'>): Promise<Output<'getTextMatchStateV2v2'>> {
      const { userId, tab } = ctx;
      engagements.seen({ userId, tab });
      const engagement = await engagements.find(read, userId);
      const bound = engagement?.kind === 'text' ? engagement.ref : null;
      const chatRoomId = input?.chatRoomId ?? bound;
      return {
        match: chatRoomId === null ? null : ((await matches.find(read, { chatRoomId, userId })) ?? null),
        queue: engagement?.kind === 'text-queue' ? await queue().standing(read, engagement) : null,
        allowance: await allowance.add(ctx),
      };
    },

    heartbeat: returned,
    reconnect: returned,
    /** Handles a page that says goodbye; the user stays present while another tab is live. */
    async disconnect(ctx: CallContext, tx: Tx, input: InRoom): Promise<Answer> {
      const isHere = await live.isHere(ctx.userId, { exceptTab: ctx.tab ?? undefined });
      const kind = isHere ? 'returned' : 'left';
      return { match: viewOf(await happen(ctx, tx, input, (side) => ({ kind, side }))) };
    },
  };
}

function resultOf({ before, after }: Happened): Output<'textMatchDecisionV2v2'>['result'] {
  if (before === after) return 'already_decided';
  switch (after.state) {
    case 'active':
      return 'pending';
    case 'mutual-like':
      return 'mutual-like';
    case 'ended':
      return 'no-match';
    default:
      return after satisfies never;
  }
}
