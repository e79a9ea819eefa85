import { expect, test } from 'vitest';
import { fileProblem } from './picture.ts';

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])('%s of 10,000,000 bytes is taken', (type) => {
  expect(fileProblem({ type, size: 10_000_000 })).toBeNull();
  expect(fileProblem({ type, size: 10_000_001 })).toBe('image-too-large');
});

test.each(['image/svg+xml', 'image/heic', 'text/html', ''])('"%s" is not a picture here', (type) => {
  expect(fileProblem({ type, size: 10 })).toBe('unreadable-file');
});

test('an empty file is not one either', () => {
  expect(fileProblem({ type: 'image/png', size: 0 })).toBe('unreadable-file');
});
