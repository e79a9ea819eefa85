import { command, inTurn, query, type Handlers } from '../platform/dispatcher.ts';
import type { createCopies } from './copies.ts';
import type { createLeaving } from './leaving.ts';

interface PrivacyParts {
  copies: ReturnType<typeof createCopies>;
  leaving: ReturnType<typeof createLeaving>;
}

export type PrivacyCallable = 'getExport' | 'requestExport' | 'requestDeletion' | 'cancelDeletion';

export function privacyCallables({ copies, leaving }: PrivacyParts): Handlers<PrivacyCallable> {
  return {
    getExport: query((ctx) => copies.get(ctx)),
    requestExport: command(({ userId }, tx) => copies.request(tx, userId)),
    requestDeletion: inTurn(({ userId }, tx) => leaving.request(tx, userId)),
    cancelDeletion: command(({ userId }, tx) => leaving.cancel(tx, userId)),
  };
}
