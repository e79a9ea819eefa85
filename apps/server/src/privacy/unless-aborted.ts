/** Rejects once aborted, without waiting: the object store may be silent for minutes, and its request goes on. */
export async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}
