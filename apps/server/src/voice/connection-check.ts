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

/** A loop through the relay and back to the same browser: shows whether calls can work there. */
export interface ConnectionCheck {
  start(ctx: CallContext): Promise<Output<'startConnectionCheck'>>;
  /** Returns the report as far as the relay confirms it. Asks the relay, so it runs before the transaction. */
  believe(ctx: CallContext, reported: Reported): Promise<Inspected<Reported, Output<'reportConnectionCheck'>>>;
  /** Records a report that `believe` returned. */
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
      // The relay refuses a browser that arrives before it knows the check, and browsers do not retry.
      if (!(await relay.settled())) throw new DomainError('busy');
      const [one, other] = sides;
      return { checkId, sides: [{ iceServers: [one] }, { iceServers: [other] }], expiresAt };
    },
    async believe({ userId }, reported) {
      const seen = await relay.lookAtCheck({ userId, checkId: reported.checkId });
      if (seen === 'unknown') throw new DomainError('check-not-found');
      // Trusts 'passed' when the relay has seen packets in both directions, or cannot tell.
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
