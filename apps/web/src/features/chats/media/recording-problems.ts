import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { findNoDevices } from '../../../lib/microphone-problem.ts';
import type { RecordingProblem } from './recorder.ts';

export const RECORDING_PROBLEMS: Record<RecordingProblem, MessageDescriptor> = {
  denied: msg`Microphone access denied. Please allow microphone access to record.`,
  missing: msg`No microphone found. Please connect a microphone to record.`,
  busy: msg`Microphone is being used by another application.`,
  failed: msg`Failed to access microphone. Please check your device settings.`,
  insecure: msg`This page was opened without encryption. Browsers give it no microphone then.`,
  unsupported: msg`This browser gives pages no microphone.`,
  'no-recorder': msg`This browser cannot record.`,
};

/** Why nothing can be recorded on this page, however often one tries; null: nothing is known against it. */
export function findRecordingObstacle(): RecordingProblem | null {
  return findNoDevices() ?? (typeof MediaRecorder === 'function' ? null : 'no-recorder');
}
