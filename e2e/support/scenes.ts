import { expect } from '@playwright/test';
import type { Participant } from './participant.ts';

/** Two voices that are easily told apart, in hertz. */
export const LOW = 440;
export const HIGH = 1000;

/** Longer than voices ever take to find each other, and less than what a test is given. */
const CONNECTED_MS = 30_000;

/** Both are in one call; the topic is the other's. */
export async function talk(one: Participant, other: Participant, topic = ''): Promise<void> {
  await one.startCall();
  await expect(one.finding).toBeVisible();
  await other.startCall({ topic });
  // Where a browser tries paths that lead nowhere first, a busy machine takes its time.
  await Promise.all([one, other].map(({ timer }) => expect(timer).toHaveText(/^\d:\d\d/, { timeout: CONNECTED_MS })));
}
