import { expect } from '@playwright/test';
import type { Participant } from './participant.ts';

/** Two voices that are easily told apart, in hertz. */
export const LOW = 440;
export const HIGH = 1000;

/** Both are in one call; the topic is the other's. */
export async function talk(one: Participant, other: Participant, topic = ''): Promise<void> {
  await one.startCall();
  await expect(one.finding).toBeVisible();
  await other.startCall({ topic });
  await Promise.all([one, other].map((person) => expect(person.timer).toHaveText(/^\d:\d\d/)));
}
