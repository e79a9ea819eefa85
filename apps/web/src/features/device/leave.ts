import { closeNotices } from './our-worker.ts';
import { devicePush } from './push/this-device.ts';

/** At logout, also one that was done elsewhere: nobody is told anything here any more, and nothing of theirs is to be seen. */
export async function leaveDevice(): Promise<void> {
  await Promise.all([devicePush.leave(), closeNotices(() => true)]);
}
