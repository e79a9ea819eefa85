import type { Input, Signal } from '@yonder/contract';
import type { Tx } from '../../platform/database.ts';
import type { CallContext } from '../../platform/dispatcher.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Calls } from '../calls.ts';
import { isLive, otherSide, type Seat, type Side } from '../session.ts';
import { filterIceCandidate, type CallPath } from './candidate.ts';
import { filterDescription } from './description.ts';
import { pathOf, type CallRoutes } from './ice-servers.ts';

/** From the bound tab of one side to the bound tab of the other, in a live call; nothing is stored. */
export interface Signalling {
  offer(ctx: CallContext, tx: Tx, input: Input<'createCallOffer'>): Promise<null>;
  answer(ctx: CallContext, tx: Tx, input: Input<'acceptCallAnswer'>): Promise<null>;
  candidate(ctx: CallContext, tx: Tx, input: Input<'addIceCandidate'>): Promise<null>;
}

interface SignallingOptions {
  calls: Pick<Calls, 'find'>;
  live: Pick<Live, 'deliver'>;
  routes: Pick<CallRoutes, 'directCalls'>;
}

interface Line {
  side: Side;
  from: Seat;
  to: { userId: string; tab: string };
  path: CallPath;
}

export function createSignalling({ calls, live, routes }: SignallingOptions): Signalling {
  async function line(ctx: CallContext, tx: Tx, callId: string): Promise<Line> {
    const { session, side } = await calls.find(tx.db, { callId, userId: ctx.userId });
    if (!isLive(session)) throw new DomainError('call-over');
    const from = session[side];
    if (ctx.tab === null || from.tab !== ctx.tab) throw new DomainError('call-in-another-tab');
    const { userId, tab } = session[otherSide(side)];
    if (tab === null) throw new DomainError('other-side-unreachable');
    return { side, from, to: { userId, tab }, path: pathOf(session, routes) };
  }

  /** The sender repeats what was not written to the other side's socket. */
  async function pass({ to }: Line, signal: Signal): Promise<null> {
    const delivered = await live.deliver(to.userId, to.tab, { name: 'call.signal', data: signal });
    if (!delivered) throw new DomainError('other-side-unreachable');
    return null;
  }

  async function describe(found: Line, kind: 'offer' | 'answer', { callId, sdp }: Input<'createCallOffer'>) {
    if (found.side !== (kind === 'offer' ? 'a' : 'b')) throw new DomainError('not-your-turn');
    const filtered = filterDescription(sdp, found.path);
    if (filtered === null) throw new DomainError('bad-candidate');
    return pass(found, { kind, callId, from: found.from.alias, sdp: filtered });
  }

  return {
    offer: async (ctx, tx, input) => describe(await line(ctx, tx, input.callId), 'offer', input),
    answer: async (ctx, tx, input) => describe(await line(ctx, tx, input.callId), 'answer', input),
    async candidate(ctx, tx, { callId, candidate }) {
      const found = await line(ctx, tx, callId);
      const filtered = filterIceCandidate(candidate, found.path);
      if (filtered === 'malformed') throw new DomainError('bad-candidate');
      if (filtered === null) return null;
      return pass(found, { kind: 'candidate', callId, from: found.from.alias, candidate: filtered });
    },
  };
}
