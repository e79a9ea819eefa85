import { expect, test } from 'vitest';
import { decrypt, encrypt, newCipherKey } from './cipher.ts';

const key = newCipherKey();
const plain = Buffer.from('I know where you live.');
const sealed = encrypt(plain, { key, about: 'one' });

test('what is encrypted by a key decrypts by the same key and name alone', () => {
  expect(decrypt(sealed, { key, about: 'one' })).toEqual(plain);
  expect(() => decrypt(sealed, { key, about: 'other' })).toThrow();
  expect(() => decrypt(sealed, { key: newCipherKey(), about: 'one' })).toThrow();
});

test('each of its 50 bytes that changes makes it unreadable', () => {
  expect(sealed).toHaveLength(12 + plain.length + 16);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(() => decrypt(changed, { key, about: 'one' })).toThrow();
  }
});

test('the same bytes are encrypted otherwise each time, and none of them shows', () => {
  expect(encrypt(plain, { key, about: 'one' })).not.toEqual(sealed);
  expect(sealed.includes('where')).toBe(false);
});

test('nothing is encrypted as nothing', () => {
  expect(decrypt(encrypt(Buffer.alloc(0), { key, about: '' }), { key, about: '' })).toHaveLength(0);
});
