import type { Input, Output } from '@yonder/contract';
import type { ConnectionRecords } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { CallContext, Inspected } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CallRelay } from './media/relays.ts';

interface ConnectionCheckOptions {
  relay: Pick<CallRelay, 'openCheck' | 'lookAtCheck' | 'closeCheck' | 'settled'>;
  records: Pick<ConnectionRecords, 'recordCheck'>;
  metrics: Pick<Metrics, 'counter'>;
}

type Reported = Input<'reportConnectionCheck'>;

/** A loop of one's own through the relay: whether calls can work where this browser is. */
export interface ConnectionCheck {
  start(ctx: CallContext): Promise<Output<'startConnectionCheck'>>;
  /**
   * The report as far as it is believed. Asks the relay, so it comes before the transaction.
   * @throws DomainError 'check-not-found'.
   */
  believe(ctx: CallContext, reported: Reported): Promise<Inspected<Reported, Output<'reportConnectionCheck'>>>;
  /** Of a report that was believed. */
  report(ctx: CallContext, tx: Tx, believed: Reported): Promise<Output<'reportConnectionCheck'>>;
}

export function createConnectionCheck({ relay, records, metrics }: ConnectionCheckOptions): ConnectionCheck {
  const countOutcome = metrics.counter('connection_checks_total', {
    help: 'Connection checks by what came of them',
    label: 'outcome',
  });

  return {
    async start({ userId, host, now }) {
      const { checkId, sides, expiresAt } = relay.openCheck({ userId, host, now: now.getTime() });
      // A browser that comes before the relay has heard of its check is refused, and does not ask again.
      if (!(await relay.settled())) throw new DomainError('busy');
      const [one, other] = sides;
      return { checkId, sides: [{ iceServers: [one] }, { iceServers: [other] }], expiresAt };
    },
    async believe({ userId }, reported) {
      const seen = await relay.lookAtCheck({ userId, checkId: reported.checkId });
      if (seen === 'unknown') throw new DomainError('check-not-found');
      // 'passed' is believed where the relay has seen packets go both ways, or cannot say.
      const isFalse = reported.outcome === 'passed' && seen === 'nothing-passed';
      return { input: isFalse ? { ...reported, outcome: 'relay-unreachable' } : reported };
    },
    async report({ userId }, tx, { checkId, outcome }) {
      const check = await records.recordCheck(tx, { userId, outcome: outcome === 'passed' ? 'passed' : 'failed' });
      tx.after(() => {
        relay.closeCheck({ userId, checkId });
        countOutcome(outcome);
      });
      return { check };
    },
  };
}
