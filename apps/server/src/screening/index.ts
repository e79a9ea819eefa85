import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Limits } from '../platform/door/limits.ts';
import type { Log } from '../platform/log.ts';
import { createAgeAssurance, type AgeServices } from './age.ts';
import { createImageScreening } from './image-hash.ts';
import type { Hook } from './hook.ts';
import { createWordKeeper } from './operator-words.ts';
import type { Policy } from './policy.ts';
import { createRepeats } from './repeats.ts';
import { createReservedNames } from './reserved-names.ts';
import { createScreening } from './screening.ts';

export { ASSURING } from './age.ts';
export type { Hook } from './hook.ts';
export { addWord, findWords, hasLetters, removeWord, type WordEffect } from './operator-words.ts';
export { screeningData } from './personal-data.ts';
export { DEFAULT_POLICY, LISTED_EFFECTS, readPolicy, type TextKind } from './policy.ts';
export { REPEATING } from './repeats.ts';
export type { IsReservedName } from './reserved-names.ts';
export type { Screening } from './screening.ts';

export interface ScreenOptions {
  database: Database;
  clock: Clock;
  log: Log;
  limits: Pick<Limits, 'take'>;
  policy: Policy;
  classifier: Hook | null;
  imageHash: Hook | null;
  ageServices: AgeServices | null;
  productName: string;
}

export function createScreen(options: ScreenOptions) {
  const words = createWordKeeper(options);
  return {
    ...createScreening({ ...options, words, repeats: createRepeats(options) }),
    isReservedName: createReservedNames(options.productName),
    screenImage: createImageScreening({ hook: options.imageHash, log: options.log }),
    age: createAgeAssurance({ ...options, services: options.ageServices }),
    /** Call before the server accepts requests. */
    start: words.start,
  };
}
