import { expect, test } from 'vitest';
import { pasteOf } from './pasted.ts';

const picture = [{ name: 'image.png' }];

test.each([
  ['cells of a spreadsheet', 'Name\tAge\nMei\t34\n', picture, 'words and a picture'],
  ['a paragraph of a document', 'The bridge at night.', picture, 'words and a picture'],
  ['a file of that name in a sentence', 'see image.png', picture, 'words and a picture'],
  ['words alone', 'Hello', [], 'words'],
  ['nothing', '', [], 'words'],
  ['a picture alone, or copied from a page', '', picture, 'files'],
  ['a picture beside an empty line', '\r\n', picture, 'files'],
  ['a file from the Finder', 'sky.jpg', [{ name: 'sky.jpg' }], 'files'],
  [
    'files from a file manager',
    '/home/mei/a sky.jpg\n/home/mei/b.jpg',
    [{ name: 'a sky.jpg' }, { name: 'b.jpg' }],
    'files',
  ],
  ['a file: address', 'file:///home/mei/a%20sky.jpg', [{ name: 'a sky.jpg' }], 'files'],
  ['a path of Windows', 'C:\\Users\\mei\\sky.jpg', [{ name: 'sky.jpg' }], 'files'],
  ['a path that cannot be decoded', '/home/mei/100%.jpg', [{ name: '100%.jpg' }], 'files'],
] as const)('%s', (_, text, files, paste) => {
  expect(pasteOf({ text, files })).toBe(paste);
});
