import { closeNotices } from './our-worker.ts';
import { devicePush } from './push/this-device.ts';

/**
 * At logout, also one that was done elsewhere: nobody is told anything here any more, and nothing of theirs is to be seen.
 * Whoever is in instead ends what was told to somebody else by themselves, when they resume.
 */
export async function leaveDevice(stays: string | null): Promise<void> {
  await Promise.all([stays === null && devicePush.leave(), closeNotices(() => true)]);
}
