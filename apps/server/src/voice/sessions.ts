import { callView as callSchema, type CallView } from '@yonder/contract';
import type { CallAnswer, Pair, Sessions } from '../matchmaking/index.ts';
import type { Database } from '../platform/database.ts';
import { newAlias, type Alias } from '../platform/ids.ts';
import type { Live } from '../platform/live.ts';
import { formOf, type Written } from '../platform/written.ts';
import type { Calls } from './calls.ts';
import { newSeat, SIDES, sideOf, type Connecting, type Side } from './session.ts';
import type { CallStore } from './store.ts';
import { callView } from './view.ts';

interface SessionsOptions {
  calls: Pick<Calls, 'view'>;
  store: Pick<CallStore, 'open' | 'find'>;
  database: Pick<Database, 'read'>;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** The matcher's sessions: calls that both sides have yet to acknowledge. */
export function createSessions({ calls, store, database, live }: SessionsOptions): Sessions<CallAnswer> {
  return {
    open: (tx, pairs) => store.open(tx, pairs),
    opened({ id, createdAt, a, b }, userId) {
      const side = SIDES.find((one) => (one === 'a' ? a : b).userId === userId);
      if (!side) throw new Error(`the view of call ${id} for somebody who is not in it`);
      return NEW[side]({ id, createdAt, a: a.alias, b: b.alias });
    },
    async find(userId, callId) {
      const session = await store.find(database.read, callId);
      const side = session && sideOf(session, userId);
      return session && side ? calls.view(database.read, session, side) : null;
    },
    paired(pairs, answered) {
      for (const pair of pairs) {
        for (const side of SIDES) {
          const { userId } = pair[side];
          const to = { exceptTab: answered.get(userId) };
          if (!live.isHeard(userId, to)) continue;
          live.tell(userId, { name: 'call.matched', data: callView(pairedSession(pair), side, null) }, to);
        }
      }
    },
  };
}

function pairedSession({ id, createdAt, ackDue, a, b }: Pair): Connecting {
  const seats = { a: newSeat({ ...a, tab: null }), b: newSeat({ ...b, tab: null }) };
  return { id, createdAt, version: 1, ...seats, direct: null, status: 'connecting', ackDue, connectDue: null };
}

interface OfPair {
  id: string;
  createdAt: number;
  a: Alias;
  b: Alias;
}

/** Prebuilds the JSON of a new call: only ids, time and aliases vary. */
function formFor(side: Side): (pair: OfPair) => Written<CallView> {
  const sample = { id: '(call)', createdAt: 1_234_567_890, a: newAlias(), b: newAlias() };
  return formOf(callSchema, sample, ({ id, createdAt, ...aliases }: OfPair) => {
    const seat = (alias: Alias) => ({ userId: '', alias, ticket: '', interests: [] });
    const pair = { id, createdAt, ackDue: createdAt, a: seat(aliases.a), b: seat(aliases.b) };
    return callView(pairedSession(pair), side, null);
  });
}

const NEW = { a: formFor('a'), b: formFor('b') };
