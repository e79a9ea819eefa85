import { closeNotices } from './our-worker.ts';
import { devicePush } from './push/this-device.ts';

/**
 * At logout, here or elsewhere: ends pushes and closes notifications on this device. When another user is in (`stays`),
 * their `resume` ends pushes of other users.
 */
export async function leaveDevice(stays: string | null): Promise<void> {
  await Promise.all([stays === null && devicePush.leave(), closeNotices(() => true)]);
}
