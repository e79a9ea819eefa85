import type { Input, Output } from '@yonder/contract';
import type { Tx } from '../../platform/database.ts';
import type { CallContext, TabContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Calls, Happened } from '../calls.ts';
import { isLive, type CallEvent, type Session, type Side } from '../session.ts';
import { createStarting, type StartingOptions } from './starting.ts';

type CallingOptions = StartingOptions & { calls: Calls };
type InCall = Input<'acceptDirectCall'>;
type Answer = Output<'acceptDirectCall'>;

/** Direct calls between chat partners. Every method is a command's whole transaction. */
export interface Calling {
  start(ctx: TabContext, tx: Tx, input: Input<'startDirectCall'>): Promise<Answer>;
  accept(ctx: TabContext, tx: Tx, input: InCall): Promise<Answer>;
  reject(ctx: CallContext, tx: Tx, input: InCall): Promise<Answer>;
  end(ctx: CallContext, tx: Tx, input: InCall): Promise<Answer>;
}

export function createCalling(options: CallingOptions): Calling {
  const { calls, engagements } = options;
  const starting = createStarting(options);
  const happen = (ctx: CallContext, tx: Tx, { callId }: InCall, event: (side: Side, session: Session) => CallEvent) =>
    calls.happen(tx, { callId, userId: ctx.userId }, (side, session) => {
      if (!session.direct) throw new DomainError('call-not-found');
      return event(side, session);
    });
  const viewOf = async (tx: Tx, { after, side }: Happened): Promise<Answer> => ({
    call: await calls.directView(tx.db, after, side),
  });

  return {
    async start({ userId, sid, tab }, tx, { chatRoomId }) {
      return { call: await starting(tx, { userId, sid, tab }, chatRoomId) };
    },
    async accept(ctx, tx, input) {
      const { userId, sid, tab } = ctx;
      const happened = await happen(ctx, tx, input, (side, session) => {
        if (side === 'a') throw new DomainError('not-you');
        // The first tab to answer gets the call.
        if (isLive(session) && (session.b.tab ?? tab) !== tab) throw new DomainError('call-in-another-tab');
        return { kind: 'acknowledged', side, tab, topic: null };
      });
      await engagements.seat(tx, { userId, ref: input.callId, tab, sid });
      return viewOf(tx, happened);
    },
    async reject(ctx, tx, input) {
      const happened = await happen(ctx, tx, input, (side, session) => {
        if (side === 'a') throw new DomainError('not-you');
        if (isLive(session) && session.status !== 'ringing') throw new DomainError('call-in-another-tab');
        return { kind: 'end-pressed', side };
      });
      return viewOf(tx, happened);
    },
    end: async (ctx, tx, input) => viewOf(tx, await happen(ctx, tx, input, (side) => ({ kind: 'end-pressed', side }))),
  };
}
