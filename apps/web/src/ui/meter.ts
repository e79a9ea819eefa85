import type { PageAudio } from '../lib/page-audio.ts';
import { levelOf } from './scene/index.ts';

/** The loudness of a stream. */
export interface Meter {
  /** 0 to 1, now; 0 while the page may not make sound; null if the browser cannot measure this stream. */
  level(): number | null;
  close(): void;
}

const UNMEASURED: Meter = { level: () => null, close: () => {} };

/** A browser may refuse to analyse a stream, for its sample rate or against fingerprinting; only the meter is lost. */
export function openMeter(audio: PageAudio, stream: MediaStream): Meter {
  try {
    return measure(audio, stream);
  } catch {
    return UNMEASURED;
  }
}

function measure(audio: PageAudio, stream: MediaStream): Meter {
  const { context } = audio;
  if (context === null) return UNMEASURED;
  const source = context.createMediaStreamSource(stream);
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const release = audio.hold();
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close() {
      source.disconnect();
      release();
    },
  };
}
