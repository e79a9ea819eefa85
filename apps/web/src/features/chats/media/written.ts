import type { UnsentMedia } from '../unsent.ts';
import type { Picture } from './picture.ts';
import type { RecordedVoice } from './recorder.ts';

/** normal: it stays in the chat. once: opened once, then gone. */
export type PictureKind = 'normal' | 'once';

export function voiceMedia({ file, seconds, waveform }: RecordedVoice): UnsentMedia {
  return {
    type: 'voice',
    folder: 'voice',
    file,
    waveform,
    attachment: { kind: 'voice', seconds, waveform },
    path: null,
  };
}

/** A one-time image shows nothing, not even to its author. */
export function pictureMedia({ file, width, height, placeholder }: Picture, kind: PictureKind): UnsentMedia {
  return kind === 'once'
    ? {
        type: 'one_time_image',
        folder: 'one-time',
        file,
        waveform: null,
        attachment: { kind: 'one_time_image', state: 'sealed' },
        path: null,
      }
    : {
        type: 'image',
        folder: 'images',
        file,
        waveform: null,
        attachment: { kind: 'image', width, height, placeholder },
        path: null,
      };
}
