import { expect, test } from 'vitest';
import { encrypt, isKey, MOST_BYTES } from './encrypt.ts';
import { openBrowser } from './testing/browser.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('the example of RFC 8291, appendix A, byte for byte', () => {
  const recipient = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const once = { secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') };
  const text = Buffer.from('When I grow up, I want to be a watermelon');
  expect(encrypt(text, recipient, once).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('the longest text fills the 4,096 bytes that every service takes, and is read by its browser alone', () => {
  const [browser, other] = [openBrowser('https://push.example'), openBrowser('https://push.example')];
  const { keys } = JSON.parse(browser.token) as { keys: { p256dh: string; auth: string } };
  const body = encrypt(Buffer.alloc(MOST_BYTES, 'x'), { p256dh: bytes(keys.p256dh), auth: bytes(keys.auth) });
  expect(body).toHaveLength(4_096);
  expect(Buffer.byteLength(browser.decrypt(body))).toBe(MOST_BYTES);
  expect(() => other.decrypt(body)).toThrow('authenticate');
});

test('a point that is not on the curve is nobody’s key', () => {
  expect(isKey(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]))).toBe(false);
  expect(isKey(Buffer.alloc(65))).toBe(false);
});
