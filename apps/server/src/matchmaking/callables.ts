import type { CallView } from '@yonder/contract';
import { batched, command, type Handlers } from '../platform/dispatcher.ts';
import type { QueueService } from './service.ts';

export function voiceQueueCallables(queue: QueueService<CallView>): Handlers<'joinCallQueue' | 'leaveCallQueue'> {
  return {
    joinCallQueue: batched(async (ctx) => {
      const joined = await queue.join(ctx);
      return 'sessionId' in joined ? { callId: joined.sessionId, call: joined.view } : joined;
    }),
    leaveCallQueue: command(async (ctx, tx) => {
      const { left, sessionId } = await queue.leave(ctx, tx);
      return { left, callId: sessionId };
    }),
  };
}
