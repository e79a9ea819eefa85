import type { QueueView } from '@yonder/contract';
import { queueCheckOf, type Standing } from '../engagement/index.ts';

/** How fast the queue moves is known to its matcher only; elsewhere the wait is left open. */
export function queueViewOf(
  { position, total, ...holds }: Standing,
  { now, expectedWaitSeconds = null }: { now: number; expectedWaitSeconds?: number | null },
): QueueView {
  return { status: 'waiting', position, totalInQueue: total, expectedWaitSeconds, check: queueCheckOf(holds, now) };
}
