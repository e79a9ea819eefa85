import type { Deadlines } from '../platform/deadlines.ts';
import { safetyCallables } from './callables.ts';
import { createSafetyService, type SafetyOptions } from './service.ts';

export { areBlocked, areHidden, hiddenFrom } from './pairs.ts';
export type { SafetyWires } from './service.ts';
export { review } from './review.ts';
export { isHeld, isPhotoHeld } from './store.ts';
export type { PointedAt, Resolvers } from './targets.ts';

export interface Safety {
  callables: ReturnType<typeof safetyCallables>;
}

export function createSafety({ deadlines, ...options }: SafetyOptions & { deadlines: Pick<Deadlines, 'on'> }): Safety {
  const service = createSafetyService(options);
  deadlines.on('safety.show', (tx, { key }) => service.show(tx, key));
  return { callables: safetyCallables(service) };
}
