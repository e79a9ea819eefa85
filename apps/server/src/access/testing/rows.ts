import type { CallableName } from '@yonder/contract';
import { chatRows, mediaRows, notificationRows } from './chats-rows.ts';
import { nearbyRows, postRows, textMatchRows } from './meeting-rows.ts';
import { deviceRows, privacyRows, profileRows } from './people-rows.ts';
import { moderationRows, safetyRows } from './safety-rows.ts';
import type { Rows } from './scene.ts';
import { directCallRows, voiceRows } from './voice-rows.ts';

/** A callable without a row does not compile. */
export const ROWS: Rows<CallableName> = {
  ...profileRows,
  ...deviceRows,
  ...privacyRows,
  ...safetyRows,
  ...moderationRows,
  ...voiceRows,
  ...directCallRows,
  ...textMatchRows,
  ...chatRows,
  ...mediaRows,
  ...notificationRows,
  ...postRows,
  ...nearbyRows,
};
