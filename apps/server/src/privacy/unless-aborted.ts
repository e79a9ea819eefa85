/** The object store may be silent for minutes: what is asked of it goes on without us. */
export async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  await Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', giveUp));
}
