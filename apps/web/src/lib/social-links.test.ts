import { expect, test } from 'vitest';
import { readSocialLinks } from './social-links.ts';

const link = { name: 'Elsewhere', url: 'https://elsewhere.example/us' };

test('links are read as the server wrote them', () => expect(readSocialLinks(JSON.stringify([link]))).toEqual([link]));

test.each(['', '%SOCIAL_LINKS%', 'null', '{}', '[1, null]', '[{"name":"X"}]', '[{"name":"X","url":"javascript:1"}]'])(
  'in %s there are none',
  (written) => expect(readSocialLinks(written)).toEqual([]),
);
