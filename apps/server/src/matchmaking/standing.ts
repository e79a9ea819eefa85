import type { QueueView } from '@yonder/contract';
import type { Standing } from '../engagement/index.ts';

/** How fast the queue moves is known to its matcher only; elsewhere the wait is left open. */
export function queueViewOf({ position, total }: Standing, expectedWaitSeconds: number | null = null): QueueView {
  return { status: 'waiting', position, totalInQueue: total, expectedWaitSeconds };
}
