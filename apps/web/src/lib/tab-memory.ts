import type * as z from 'zod/mini';
import { personalName } from './personal-storage.ts';

/** One small thing that outlives a reload. */
export interface Memory<Value> {
  /** Null: nothing is kept, or something an older page has written otherwise. */
  recall(): Value | null;
  remember(value: Value): void;
  forget(): void;
}

/** Kept in this tab for its person, until they sign out. Where nothing can be kept, a reload starts over. */
export function tabMemory<Value>(
  what: 'moment' | 'call-queue' | 'text-queue',
  shape: z.ZodMiniType<Value>,
  owner: () => string | undefined,
): Memory<Value> {
  /** Also once they have gone, when what is left of them goes. */
  let last = '';
  const name = (): string => `${personalName((last = owner() ?? last))}-${what}`;
  return {
    recall: () => quietly(() => shape.parse(JSON.parse(sessionStorage.getItem(name()) ?? ''))),
    remember: (value) => void quietly(() => sessionStorage.setItem(name(), JSON.stringify(value))),
    forget: () => void quietly(() => sessionStorage.removeItem(name())),
  };
}

/** Null where storage is closed or full, or what is kept there is of no use. */
export function quietly<Value>(run: () => Value): Value | null {
  try {
    return run();
  } catch {
    return null;
  }
}
