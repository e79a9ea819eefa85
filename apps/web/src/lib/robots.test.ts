import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const robots = read('../../public/robots.txt');
const sitemap = read('../../public/sitemap.xml');
const routes = read('../app/AppRoutes.tsx');

const inner = [...routes.matchAll(/path="(\/[^"]*)"/g)].map(([, path = '']) => path.replace(/:\w+/, 'x'));
const paths = ['/', '/welcome', ...inner];
const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path);
const listed = [...sitemap.matchAll(/%PUBLIC_URL%(\/[^<]*)</g)].map(([, path = '']) => path);
const OPEN = ['/', '/welcome', '/terms', '/rules', '/privacy', '/child-safety', '/about', '/contact', '/help'];
const ENTRANCES = ['/login', '/register', '/download/ios', '/download/android'];

test.each(paths)('whether %s may be searched is decided', (path) => {
  const isOpen = [...OPEN, ...ENTRANCES].includes(path);
  expect(closed.some((prefix) => path.startsWith(prefix))).toBe(!isOpen);
});

test('the map lists open pages alone', () => {
  expect(listed.filter((path) => !paths.includes(path))).toEqual([]);
  expect(listed.filter((path) => closed.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});
