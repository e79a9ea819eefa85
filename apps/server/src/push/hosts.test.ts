import { expect, test } from 'vitest';
import { pushHostOf } from './hosts.ts';
import { hostileEndpoints } from './testing/hostile.ts';

test('the services of Chrome, Firefox, Safari and Edge are known', () => {
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-par02p.notify.windows.com',
  ]) {
    expect(pushHostOf(`https://${host}/wpush/v2/some-token`, []), host).toBe('known');
  }
});

test('of 78 hostile addresses none is a push service', () => {
  const hostile = hostileEndpoints(8_443);
  expect(hostile).toHaveLength(78);
  for (const endpoint of hostile) expect(pushHostOf(endpoint, ['push.example.org']), endpoint).toBeNull();
});

test('what the operator names is one on any port, by https and without credentials alone', () => {
  const named = ['push.example.org', '127.0.0.1', '::1'];
  for (const host of ['push.example.org', 'push.example.org:8443', '127.0.0.1:9999', '[::1]:9999']) {
    expect(pushHostOf(`https://${host}/push`, named), host).toBe('named');
  }
  for (const endpoint of [
    'http://push.example.org/',
    'https://a@push.example.org/',
    'https://sub.push.example.org/',
    'https://PUSH.example.org/',
  ]) {
    expect(pushHostOf(endpoint, named), endpoint).toBeNull();
  }
});
