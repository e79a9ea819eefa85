import { expect, test } from 'vitest';
import { dispositionOf, parseObjectPath } from './paths.ts';

const name = '0199aaaa-0000-7000-8000-000000000000';

test('a path names its folder, object and extension', () => {
  expect(parseObjectPath(`photos/${name}.webp`)).toEqual({ folder: 'photos', name, extension: 'webp' });
});

test.each([
  '',
  '/',
  '.',
  '..',
  'photos',
  'photos/',
  `${name}.webp`,
  `/photos/${name}.webp`,
  `photos/../${name}.webp`,
  `photos/${name}`,
  `photos/${name}.svg`,
  `photos/${name}.html`,
  `photos/${name}.webp/`,
  `photos//${name}.webp`,
  `secrets/${name}.webp`,
  `photos/${name.toUpperCase()}.webp`,
  `photos/${name}.webp\u0000.html`,
  `photos/${name}.webp\n`,
  'photos/../../etc/passwd',
  `photos\\${name}.webp`,
  `photos/%2e%2e/${name}.webp`,
  'photos/server.key',
])('%j is no path of the store', (path) => {
  expect(parseObjectPath(path)).toBeNull();
});

test.each([
  [`photos/${name}.webp`, 'inline; filename="picture.webp"'],
  [`voice/${name}.m4a`, 'inline; filename="voice.m4a"'],
  [`copies/${name}.zip`, 'attachment; filename="my-data.zip"'],
])('%s is sent under a name of ours', (path, disposition) => {
  expect(dispositionOf(path)).toBe(disposition);
});
