import { REASONS, type Input, type Output } from '@yonder/contract';
import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { CallContext, TabContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { areBlocked } from '../safety/index.ts';
import type { Calls, Happened, Participant } from './calls.ts';
import type { Signalling } from './media/signalling.ts';
import { isCarriedBy, type CallEvent, type Session, type Side } from './session.ts';
import { screenTopic } from './topic.ts';

export interface VoiceServiceOptions {
  calls: Calls;
  engagements: Pick<Engagements, 'seat'>;
  signalling: Pick<Signalling, 'offerAfter'>;
}

type InCall = Input<'notifyReconnect'>;
type CallAnswer = Output<'notifyReconnect'>;

/** Actions of a participant in a call. Every method is a command's whole transaction. */
export interface VoiceService {
  start(ctx: TabContext, tx: Tx, input: Input<'startCallSession'>): Promise<Output<'startCallSession'>>;
  decide(ctx: CallContext, tx: Tx, input: Input<'handleCallDecision'>): Promise<Output<'handleCallDecision'>>;
  enterWindow(ctx: CallContext, tx: Tx, input: InCall): Promise<Output<'enterDecisionWindow'>>;
  end(ctx: CallContext, tx: Tx, input: Input<'endCall'>): Promise<Output<'endCall'>>;
  leave(ctx: CallContext, tx: Tx, input: Input<'leaveCall'>): Promise<null>;
  /** Ends the call for good, as a sign-out does. */
  signOut(tx: Tx, participant: Participant): Promise<void>;
  disconnect(ctx: TabContext, tx: Tx, input: InCall): Promise<CallAnswer>;
  reconnect(ctx: TabContext, tx: Tx, input: InCall): Promise<CallAnswer>;
  reportMedia(ctx: TabContext, tx: Tx, input: Input<'reportMediaStatus'>): Promise<Output<'reportMediaStatus'>>;
}

export function createVoiceService({ calls, engagements, signalling }: VoiceServiceOptions): VoiceService {
  const happen = (ctx: CallContext, tx: Tx, { callId }: InCall, event: Parameters<Calls['happen']>[2]) =>
    calls.happen(tx, { callId, userId: ctx.userId }, event);
  /** Applies an event that only the tab with the call may report. */
  const happenInTab = (ctx: TabContext, tx: Tx, input: InCall, event: (side: Side) => CallEvent) =>
    happen(ctx, tx, input, (side, session) => {
      if (!isCarriedBy(session[side], ctx.tab)) throw new DomainError('call-in-another-tab');
      return event(side);
    });
  const viewOf = (tx: Tx, { after, side }: Happened) => calls.view(tx.db, after, side);

  return {
    async start(ctx, tx, input) {
      const { userId, sid, tab } = ctx;
      const topic = screenTopic(input.callTopic);
      const happened = await happen(ctx, tx, input, (side) => ({ kind: 'acknowledged', side, tab, topic }));
      await engagements.seat(tx, { userId, ref: input.callId, tab, sid });
      if (input.offer) await signalling.offerAfter(tx, happened, input.offer);
      const call = await viewOf(tx, happened);
      return { decisionPhaseAt: call.decisionPhaseAt, call };
    },
    async decide(ctx, tx, input) {
      const { decision } = input;
      const happened = await happen(ctx, tx, input, async (side, { a, b }) => ({
        kind: 'decided',
        side,
        decision,
        pair: (await areBlocked(tx.db, a.userId, b.userId)) ? 'blocked' : 'open',
      }));
      const result = resultOf(happened);
      const message = result === 'already_decided' ? REASONS['already-decided'][1] : null;
      return { result, message, call: await viewOf(tx, happened) };
    },
    async enterWindow(ctx, tx, input) {
      const { after } = await happen(ctx, tx, input, () => ({ kind: 'window-entered' }));
      if (after.status !== 'deciding') throw new Error(`a decision window in a call that is ${after.status}`);
      return { decisionEndsAt: after.decisionEndsAt };
    },
    async end(ctx, tx, input) {
      const happened = await happen(ctx, tx, input, (side) => ({ kind: 'end-pressed', side, seen: input.seen }));
      const triggeredDecision = happened.before.status === 'active' && happened.after.status === 'deciding';
      return { triggeredDecision, call: await viewOf(tx, happened) };
    },
    async leave(ctx, tx, input) {
      const { tab } = ctx;
      await happen(ctx, tx, input, (side, session) => {
        if (tab === null) return { kind: 'clock-moved' };
        const seat = session[side];
        // Any tab may leave an unacknowledged match. A ringing call goes on ringing in the other tabs.
        const isTheirs = isCarriedBy(seat, tab) || (seat.tab === null && session.direct === null);
        return input.comingBack === 'no' && isTheirs ? leftForGood(side) : { kind: 'left', side, tab };
      });
      return null;
    },
    async signOut(tx, participant) {
      await calls.happen(tx, participant, leftForGood);
    },
    disconnect: async (ctx, tx, input) => ({
      call: await viewOf(tx, await happenInTab(ctx, tx, input, (side) => ({ kind: 'disconnected', side }))),
    }),
    reconnect: async (ctx, tx, input) => ({
      call: await viewOf(tx, await happenInTab(ctx, tx, input, (side) => ({ kind: 'reconnected', side }))),
    }),
    async reportMedia(ctx, tx, input) {
      const reported = (side: Side): CallEvent =>
        'muted' in input
          ? { kind: 'mute-reported', side, muted: input.muted }
          : { kind: 'media-reported', side, status: input.status };
      const happened = await happenInTab(ctx, tx, input, reported);
      const call = await viewOf(tx, happened);
      return { decisionPhaseAt: call.decisionPhaseAt, call };
    },
  };
}

function leftForGood(side: Side): CallEvent {
  return { kind: 'closed', reason: 'left-page', by: side };
}

function resultOf({ before, after, side }: Happened): Output<'handleCallDecision'>['result'] {
  if (hadDecided(before, side)) return 'already_decided';
  switch (after.status) {
    case 'deciding':
      return 'pending';
    case 'mutual-like':
      return 'mutual-like';
    case 'completed':
      return 'no-match';
    case 'ringing':
    case 'connecting':
    case 'active':
    case 'ended':
      throw new Error(`a decision was taken in a call that is ${after.status}`);
    default:
      return after satisfies never;
  }
}

function hadDecided(session: Session, side: Side): boolean {
  if (session.status === 'mutual-like') return true;
  return 'decisions' in session && session.decisions[side] !== null;
}
