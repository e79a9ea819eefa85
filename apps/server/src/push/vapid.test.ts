import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVapid } from './vapid.ts';

const now = Date.UTC(2026, 0, 1);
const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

test('a push service is shown who sends: for itself alone, 12 hours long, signed with the key browsers subscribe with', () => {
  const { publicKey, authorization } = createVapid({ secret: Buffer.alloc(32, 7), subject: 'mailto:ops@example.org' });
  const [, token = '', k] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization('https://push.example:8443/send/x', now))!;
  const [header, claims, signature = ''] = token.split('.');
  expect(decode(header)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(decode(claims)).toEqual({
    aud: 'https://push.example:8443',
    exp: now / 1_000 + 43_200,
    sub: 'mailto:ops@example.org',
  });
  const point = Buffer.from(publicKey, 'base64url');
  expect([point.length, k]).toEqual([65, publicKey]);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const proof = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, proof)).toBe(true);
});

test('the public key follows from the private one, and one that is beyond the curve still is one', () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  expect(createVapid({ secret, subject: 'mailto:a' }).publicKey).toBe(pair.getPublicKey('base64url'));
  expect(createVapid({ secret: Buffer.alloc(32, 255), subject: 'mailto:a' }).publicKey).toHaveLength(87);
});
