import { expect, test } from 'vitest';
import { sentencesOf } from './templates.ts';

const words = (...asked: Parameters<typeof sentencesOf>) => sentencesOf(...asked).map(({ message }) => message);

test('a statement says the ground and what follows from it', () => {
  expect(words({ action: 'suspend', ground: 'threat' })).toEqual([
    'You threatened somebody.',
    'Your account is paused for a while.',
  ]);
});

test('a ban says the ground alone: whoever reads it is paused until another moderator approves, and closed from then on', () => {
  expect(words({ action: 'ban', ground: 'threat' })).toEqual(['You threatened somebody.']);
});

test('of a dismissal nobody is told', () => {
  expect(words({ action: 'dismiss', ground: 'threat' })).toEqual([]);
});
