import { FIXED } from '@yonder/contract';
import { after, monotonic } from '../../../lib/clock.ts';
import type { MicrophoneProblem } from '../../../lib/microphone-problem.ts';
import { pageAudio } from '../../../lib/page-audio.ts';
import { letGo, takeMicrophone } from '../../../lib/take-microphone.ts';
import { openMeter } from '../../../ui/meter.ts';
import type { Capture } from './recorder.ts';

/** Opus where supported, else AAC (Safari). */
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4'];
/** Opus speech is clear at this rate. */
const BITS_PER_SECOND = 32_000;
const PIECE_MS = 1_000;
/** A newly opened microphone may be silent for a moment. */
const MUTED_MS = 1_000;
/** Leaves room for what a recorder adds at its end, within the server's limit. */
const LONGEST_MS = (FIXED.voiceMessageSeconds + FIXED.voiceGraceSeconds / 2) * 1_000;
/** Enough to draw the loudness. */
const DECODED_RATE = 16_000;

/** Opens the microphone and records it; returns the problem where there is one. @throws where nothing can be recorded */
export async function openCapture(): Promise<Capture | MicrophoneProblem> {
  const taken = await takeMicrophone({ source: navigator.mediaDevices, onProblem: () => {} });
  if (taken.kind === 'unavailable') return taken.problem;
  try {
    return record(taken.stream);
  } catch (error) {
    // A browser that cannot record must not go on listening.
    letGo(taken.stream);
    throw error;
  }
}

function record(stream: MediaStream): Capture {
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: BITS_PER_SECOND });
  const meter = openMeter(pageAudio, stream);
  const pieces: Blob[] = [];
  const ended = Promise.withResolvers<Blob>();
  const taken = Promise.withResolvers<void>();
  const since = monotonic();
  recorder.addEventListener('dataavailable', ({ data }) => {
    // A page that slept, or stopped late, has more than the server accepts: the excess is left out.
    if (monotonic() - since <= LONGEST_MS) pieces.push(data);
  });
  // Fires after an error, too.
  recorder.addEventListener('stop', () => {
    taken.resolve();
    const file = new Blob(pieces, { type: recorder.mimeType });
    if (file.size > 0) ended.resolve(file);
    else ended.reject(new Error('The recording broke off.'));
  });
  // The promise of a discarded recording has no reader.
  ended.promise.catch(() => {});
  for (const track of stream.getAudioTracks()) {
    for (const type of ['mute', 'ended']) track.addEventListener(type, () => taken.resolve());
  }
  // No event reports a track that is muted from the beginning.
  const stopLooking = after(MUTED_MS, () => {
    if (stream.getAudioTracks().every(({ muted }) => muted)) taken.resolve();
  });
  recorder.start(PIECE_MS);

  function close(): void {
    stopLooking();
    if (recorder.state !== 'inactive') recorder.stop();
    letGo(stream);
    meter.close();
  }
  return {
    level: () => meter.level() ?? 0,
    taken: taken.promise,
    finish() {
      close();
      return ended.promise;
    },
    drop: close,
  };
}

export async function decodeVoice(file: Blob): Promise<{ samples: Float32Array; seconds: number }> {
  const context = new OfflineAudioContext(1, 1, DECODED_RATE);
  const decoded = await context.decodeAudioData(await file.arrayBuffer());
  return { samples: decoded.getChannelData(0), seconds: decoded.duration };
}
