import type { textMatchCallables as contract } from '@yonder/contract';
import { batched, command, query, type Handlers } from '../platform/dispatcher.ts';
import type { TextService } from './service.ts';

export function textMatchCallables(service: TextService): Handlers<keyof typeof contract> {
  return {
    joinTextQueueV2v2: batched(service.join),
    leaveTextQueueV2v2: command(service.leave),
    textMatchDecisionV2v2: command(service.decide),
    getTextMatchStateV2v2: query(service.state),
    textHeartbeatV2v2: command(service.heartbeat),
    textNotifyDisconnectV2v2: command(service.disconnect),
    textNotifyReconnectV2v2: command(service.reconnect),
  };
}
