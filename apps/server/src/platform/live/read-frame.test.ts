import { clientFrame } from '@yonder/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrame } from './read-frame.ts';

const read = (frame: unknown) => readFrame(Buffer.from(JSON.stringify(frame)));
const bySchema = (frame: unknown) => clientFrame.safeParse(JSON.parse(JSON.stringify(frame))).data;

const plain = { type: 'call', id: '8-letter', function: 'joinCallQueue' };
const word = fc.oneof(
  fc.string({ maxLength: 70 }),
  fc.string({ unit: fc.constantFrom(...'abzAZ09_-.:$ é\u0000\ud800'), minLength: 6, maxLength: 66 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{7,65}$/),
);
const loose = fc.oneof(word, fc.integer(), fc.constant(null), fc.constant(['8-letter']));
const frames = fc.record(
  {
    type: fc.constantFrom('call', 'auth', 'ready', null),
    id: loose,
    function: loose,
    data: fc.jsonValue(),
    token: word,
    tabId: word,
    another: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

test('10,000 frames of every kind are read as their schema reads them', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        frames,
        frames.map((frame) => ({ ...plain, ...frame, type: 'call' })),
        fc.jsonValue(),
      ),
      (frame) => {
        expect(read(frame)).toEqual(bySchema(frame));
      },
    ),
    { numRuns: 10_000 },
  );
});

test.each([
  ['a plain call', plain],
  ['one with data', { ...plain, data: { __proto__: null, a: [1] } }],
  ['one with more than it should have', { ...plain, userId: 'somebody else', data: null }],
])('%s is read with its own keys and no others', (_, frame) => {
  expect(read(frame)).toEqual(bySchema(frame));
  expect(read(frame)).not.toHaveProperty('userId');
});

test.each(['', '{', 'null', '[]', '"call"', '{"type":"call"}', '{"type":"call","id":"8-letter"}'])(
  '%s is no frame',
  (text) => {
    expect(readFrame(Buffer.from(text))).toBeUndefined();
  },
);
