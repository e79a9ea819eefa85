import { cancelledError, errorOfReason, type CallError } from './call-error.ts';
import type { ClientClock } from './clock.ts';

interface TimeLimit {
  clock: ClientClock;
  ms: number;
  /** The caller's signal. */
  signal?: AbortSignal | undefined;
}

/** Gives up when the time is over, or when the caller aborts. */
export async function withinTime<T>(
  { clock, ms, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const giveUp = (error: CallError): void => {
    reject(error);
    controller.abort(error);
  };
  const cancel = (): void => giveUp(cancelledError(signal?.reason));
  const stopTimer = clock.timer(ms, () => giveUp(errorOfReason('took-too-long')));
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    return await Promise.race([givenUp, work(controller.signal)]);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', cancel);
  }
}
