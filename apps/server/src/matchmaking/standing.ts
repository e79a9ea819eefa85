import type { QueueView } from '@yonder/contract';
import { queueCheckOf, type Standing } from '../engagement/index.ts';

/** Only the matcher knows the speed of the queue; elsewhere the expected wait is null. */
export function queueViewOf(
  { position, total, ...holds }: Standing,
  { now, expectedWaitSeconds = null }: { now: number; expectedWaitSeconds?: number | null },
): QueueView {
  return { status: 'waiting', position, totalInQueue: total, expectedWaitSeconds, check: queueCheckOf(holds, now) };
}
