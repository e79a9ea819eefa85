import type { CallView, Output } from '@yonder/contract';
import { batched, command, type Handlers } from '../platform/dispatcher.ts';
import { Written } from '../platform/written.ts';
import type { QueueService } from './service.ts';

/** A call: read from its row, or prebuilt JSON when new. */
export type CallAnswer = CallView | Written<CallView>;

export function voiceQueueCallables(queue: QueueService<CallAnswer>): Handlers<'joinCallQueue' | 'leaveCallQueue'> {
  return {
    joinCallQueue: batched((ctx) => queue.join(ctx).then(answerOf)),
    leaveCallQueue: command(async (ctx, tx) => {
      const { left, sessionId } = await queue.leave(ctx, tx);
      return { left, callId: sessionId };
    }),
  };
}

type Joined = Awaited<ReturnType<QueueService<CallAnswer>['join']>>;

function answerOf(joined: Joined): Output<'joinCallQueue'> | Written<Output<'joinCallQueue'>> {
  if (!('sessionId' in joined)) return joined;
  const { sessionId: callId, view } = joined;
  return view instanceof Written ? new Written(`{"callId":"${callId}","call":${view.json}}`) : { callId, call: view };
}
