import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeReturnTo } from './safe-return-to.ts';

const ATTACKS: unknown[] = [
  '//evil.example', '///evil.example', '////evil.example', '//evil.example/chats', '//evil.example@here.invalid', '//evil.example:443/',
  '/\\evil.example', '/\\/evil.example', '\\\\evil.example', '\\/evil.example', '/\\\\evil.example', '//\\evil.example', '/ /evil.example',
  '/\t/evil.example', '/\n/evil.example', '/\r/evil.example', '/\r\n/evil.example', '\t//evil.example', '\n//evil.example', ' //evil.example',
  '/\u0000/evil.example', '/\u000b/evil.example', '/\u00a0/evil.example', '\u00a0//evil.example', '\ufeff//evil.example', '/\u2028/evil.example',
  '/%2f/evil.example', '/%2fevil.example', '/%2Fevil.example', '/%5cevil.example', '/%5Cevil.example', '/%5c%5cevil.example', '/%2f%2fevil.example',
  '/%252fevil.example', '/%25252fevil.example', '/%255cevil.example', '/%09/evil.example', '/%0a/evil.example', '/%0d%0aLocation:%20//evil.example',
  '/%00/evil.example', '/.//evil.example', '/..//evil.example', '/./..//evil.example', '/chats/..//evil.example', '/chats/../..//evil.example',
  '/%2e//evil.example', '/%2e%2e//evil.example', '/.%2f/evil.example', '/chats/%2e%2e//evil.example', '/.\\evil.example',
  'https://evil.example', 'http://evil.example', 'HTTPS://evil.example', 'https:evil.example', 'https:/evil.example', 'https:\\\\evil.example',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', ' javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x',
  'file:///etc/passwd', 'blob:https://evil.example/x', 'ftp://evil.example', 'mailto:a@evil.example', 'evil.example', 'www.evil.example', '@evil.example', '.evil.example',
  '?next=//evil.example', '#//evil.example', '', ' ', '/%', '/%zz', '/%e0%a4%a', `/${'a'.repeat(2_001)}`,
  '/login', '/LOGIN', '/login/', '/login?x=1', '/register', '/onboarding', '/suspended', '/api/v1/auth/logout', '/api',
  null, undefined, 0, {}, ['/chats'], ['//evil.example'], { toString: () => '//evil.example' }, () => '/chats',
];

test('there are at least 60 attacks', () => expect(ATTACKS.length).toBeGreaterThanOrEqual(60));

test.each(ATTACKS.map((attack) => [attack]))('%j leads to /chats', (attack) => expect(safeReturnTo(attack)).toBe('/chats'));

test.each([
  ['/', '/'],
  ['/chats', '/chats'],
  ['/chat/0192a0c0-0000-7000-8000-000000000001', '/chat/0192a0c0-0000-7000-8000-000000000001'],
  ['/profile/me?tab=photos#last', '/profile/me?tab=photos#last'],
  ['/mode1?region=%E5%8F%B0%E5%8C%97', '/mode1?region=%E5%8F%B0%E5%8C%97'],
  ['/nearby?next=//elsewhere.example', '/nearby?next=//elsewhere.example'],
  ['/chats/../settings', '/settings'],
  ['/loginish', '/loginish'],
  ['/%E5%8F%B0', '/%E5%8F%B0'],
])('%s is a place here', (wanted, path) => expect(safeReturnTo(wanted)).toBe(path));

test('another fallback may be given', () => expect(safeReturnTo('//evil.example', '/home')).toBe('/home'));

test('whatever is asked for, the answer stays on this origin', () => {
  const piece = fc.constantFrom('/', '\\', '.', '..', '%2f', '%5c', '%2e', '%25', '\t', '\n', ' ', ':', '@', '?', '#', 'evil.example', 'chats', 'https', 'javascript', '\u0000');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const answer = safeReturnTo(pieces.join(''));
      expect(new URL(answer, 'https://app.example').origin).toBe('https://app.example');
      expect(answer).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: 2_000 },
  );
});
