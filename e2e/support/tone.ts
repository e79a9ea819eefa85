import { writeFileSync } from 'node:fs';

const RATE = 48_000;
const SECONDS = 2;
const HEADER_BYTES = 44;
const LOUDNESS = 16_000;

/** Writes a WAV of one pure tone. Whole periods: the fake microphone repeats it without a click. */
export function writeTone(file: string, hertz: number): void {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(HEADER_BYTES + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    wav.writeInt16LE(Math.round(LOUDNESS * Math.sin((2 * Math.PI * hertz * i) / RATE)), HEADER_BYTES + i * 2);
  }
  writeFileSync(file, wav);
}
