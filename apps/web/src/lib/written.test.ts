import { expect, test } from 'vitest';
import { readProviders, readSocialLinks } from './written.ts';

const link = { name: 'Elsewhere', url: 'https://elsewhere.example/us' };
const provider = { id: 'local', name: 'the demo' };

test('links are read as the server wrote them', () => expect(readSocialLinks(JSON.stringify([link]))).toEqual([link]));

test.each(['', '%SOCIAL_LINKS%', 'null', '{}', '[1, null]', '[{"name":"X"}]', '[{"name":"X","url":"javascript:1"}]'])(
  'in %s there are none',
  (written) => expect(readSocialLinks(written)).toEqual([]),
);

test('so is whom people sign in with', () => expect(readProviders(JSON.stringify([provider]))).toEqual([provider]));

test.each(['', '%PROVIDERS%', 'null', '{}', '[1, null]', '[{"name":"X"}]', '[{"id":1,"name":"X"}]'])(
  'in %s there is nobody',
  (written) => expect(readProviders(written)).toEqual([]),
);
