import { expect, test } from 'vitest';
import { message } from '../samples.ts';
import { nextVoice } from './next-voice.ts';

const voice = (seedOrder: number) =>
  message(seedOrder, { type: 'voice', content: '', attachment: { kind: 'voice', seconds: 3, waveform: [1] } });

test('a voice message is followed by the one right after it, whoever sent it', () => {
  expect(nextVoice([voice(1), voice(2)], 1)?.seedOrder).toBe(2);
  expect(nextVoice([voice(1), voice(4)], 1)?.seedOrder).toBe(4);
});

test('words between the two end the listening; a deleted message does not', () => {
  expect(nextVoice([voice(1), message(2), voice(3)], 1)).toBeUndefined();
  expect(nextVoice([voice(1), message(2, { isDeleted: true }), voice(3)], 1)?.seedOrder).toBe(3);
  expect(nextVoice([voice(1)], 1)).toBeUndefined();
});
