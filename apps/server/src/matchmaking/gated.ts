import type { QueueStore } from '../engagement/index.ts';
import type { Gate } from './pair.ts';

/** Adds a gate to a queue, checked with the eligibility and again once the rows are inserted. */
export function gated(store: QueueStore, gate: Gate): QueueStore {
  return {
    ...store,
    async look(lane, arrivals, now) {
      const arrived = await store.look(lane, arrivals, now);
      const free = arrived.flatMap((one) => (one.state === 'free' ? [one.newcomer.userId] : []));
      const closed = free.length > 0 ? await gate.closedTo(lane, free, now) : new Map<string, never>();
      return arrived.map((one) => {
        const refusal = one.state === 'free' ? closed.get(one.newcomer.userId) : undefined;
        return refusal ? { state: 'refused', refusal } : one;
      });
    },
    enter(tx, entries) {
      store.enter(tx, entries);
      if (entries.length === 0) return;
      gate.expectOpen(
        tx,
        entries.map(({ newcomer }) => newcomer.userId),
      );
    },
  };
}
