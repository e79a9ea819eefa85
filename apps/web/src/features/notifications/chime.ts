import { after } from '../../lib/clock.ts';
import { pageAudio } from '../../lib/page-audio.ts';
import { whileShown } from '../../lib/page-cache.ts';
import { vibrate, wasTouched } from '../../lib/touch.ts';
import { TONES, lengthOf, type Tone } from './tones.ts';
import type { Wishes } from './announcing.ts';

const LOCK = 'chime';
const ATTACK_S = 0.008;
const SILENCE = 0.001;
const SLACK_S = 1;

/** Sounds in one tab only, though events reach every tab, and only once the page may play audio. */
export async function chime(tone: Tone, { sounds, vibration }: Pick<Wishes, 'sounds' | 'vibration'>): Promise<void> {
  if (!wasTouched()) return;
  if (vibration) vibrate(TONES[tone].vibration);
  if (!sounds) return;
  // Over plain http there are no locks.
  if (!('locks' in navigator)) return void (await whileShown(play(tone)));
  try {
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await whileShown(play(tone));
    });
  } catch (error) {
    // A page that is unloading or entering the back/forward cache is refused the lock.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
  }
}

async function play(tone: Tone): Promise<void> {
  const { context } = pageAudio;
  if (context === null) return;
  const melody = TONES[tone];
  const release = pageAudio.hold();
  const melodyOut = new GainNode(context);
  melodyOut.connect(context.destination);
  const over = new Promise<void>((resolve) => {
    const end = new OscillatorNode(context);
    end.addEventListener('ended', () => resolve());
    end.start();
    end.stop(context.currentTime + lengthOf(melody));
    // Without an audio device, the context's time stands still, and the lock would silence every tab.
    after((lengthOf(melody) + SLACK_S) * 1_000, resolve);
  });
  for (const { at, hz } of melody.notes) {
    const from = context.currentTime + at;
    const note = new OscillatorNode(context, { type: 'triangle', frequency: hz });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(SILENCE, from);
    gain.gain.exponentialRampToValueAtTime(melody.loudness, from + ATTACK_S);
    gain.gain.exponentialRampToValueAtTime(SILENCE, from + melody.fade);
    note.connect(gain).connect(melodyOut);
    note.start(from);
    note.stop(from + melody.fade);
  }
  await over;
  // Disconnects notes the context could not play, so that they do not sound when it resumes.
  melodyOut.disconnect();
  release();
}
