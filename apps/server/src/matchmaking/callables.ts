import type { CallView, Output } from '@yonder/contract';
import { batched, command, type Handlers } from '../platform/dispatcher.ts';
import type { QueueService } from './service.ts';

export function voiceQueueCallables(queue: QueueService<CallView>): Handlers<'joinCallQueue' | 'leaveCallQueue'> {
  return {
    joinCallQueue: batched((ctx) => queue.join(ctx).then(answerOf)),
    leaveCallQueue: command(async (ctx, tx) => {
      const { left, sessionId } = await queue.leave(ctx, tx);
      return { left, callId: sessionId };
    }),
  };
}

function answerOf(joined: Awaited<ReturnType<QueueService<CallView>['join']>>): Output<'joinCallQueue'> {
  return 'sessionId' in joined ? { callId: joined.sessionId, call: joined.view } : joined;
}
