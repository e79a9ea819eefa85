import { command, inTurn, query, type Handlers } from '../platform/dispatcher.ts';
import type { SafetyService } from './service.ts';

export function safetyCallables(
  safety: SafetyService,
): Handlers<'blockUser' | 'unblockUser' | 'reportUser' | 'listReports' | 'listBlocks'> {
  return {
    blockUser: inTurn(safety.block),
    unblockUser: command(safety.unblock),
    reportUser: inTurn(safety.report),
    listReports: query(safety.listReports),
    listBlocks: query(safety.list),
  };
}
