import type { CallView } from '@yonder/contract';
import type { Pair, Sessions } from '../matchmaking/index.ts';
import type { Database } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Calls } from './calls.ts';
import { newSeat, SIDES, sideOf, type Connecting } from './session.ts';
import type { CallStore } from './store.ts';
import { callView } from './view.ts';

interface SessionsOptions {
  calls: Pick<Calls, 'view'>;
  store: Pick<CallStore, 'open' | 'find'>;
  database: Pick<Database, 'read'>;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** What the matcher makes of two people who wait: a call that both have yet to acknowledge. */
export function createSessions({ calls, store, database, live }: SessionsOptions): Sessions<CallView> {
  /** The two of a pair are answered one right after the other, as a rule. */
  let latest: { pair: Pair; session: Connecting } | undefined;

  function sessionOf(pair: Pair): Connecting {
    if (latest?.pair !== pair) latest = { pair, session: pairedSession(pair) };
    return latest.session;
  }

  return {
    open: (tx, pairs) => store.open(tx, pairs),
    opened(pair, userId) {
      const session = sessionOf(pair);
      const side = sideOf(session, userId);
      if (!side) throw new Error(`the view of call ${pair.id} for somebody who is not in it`);
      return callView(session, side, null);
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
          live.tell(userId, { name: 'call.matched', data: callView(sessionOf(pair), side, null) }, to);
        }
      }
    },
  };
}

function pairedSession({ id, createdAt, ackDue, a, b }: Pair): Connecting {
  const seats = { a: newSeat({ ...a, tab: null }), b: newSeat({ ...b, tab: null }) };
  return { id, createdAt, version: 1, ...seats, direct: null, status: 'connecting', ackDue, connectDue: null };
}
