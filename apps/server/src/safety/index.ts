import { safetyCallables } from './callables.ts';
import { createSafetyService, type SafetyOptions } from './service.ts';

export type { SafetyWires } from './service.ts';
export type { PointedAt, Resolvers } from './targets.ts';

export interface Safety {
  callables: ReturnType<typeof safetyCallables>;
}

export function createSafety(options: SafetyOptions): Safety {
  return { callables: safetyCallables(createSafetyService(options)) };
}
