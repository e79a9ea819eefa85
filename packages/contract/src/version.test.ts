import { expect, test } from 'vitest';
import { CONTRACT_VERSION } from './index.ts';
import { contractHash, wire } from './version.ts';

/** An unreleased version is frozen anew when it changes; a released one is raised. */
test('a change of the wire is a new contract version with a new frozen hash', () => {
  expect({ version: CONTRACT_VERSION, hash: contractHash() }).toEqual({ version: '1', hash: '40c828c052ad0f0b' });
});

test.each([
  ['callables', '["endCall",{"kind":"command","input":{'],
  ['events', '["queue.updated",{'],
  ['frames', '"tabId"'],
  ['frames', '"serverTime"'],
  ['frames', '["sessionEnded",4403]'],
  ['errors', '["aborted",409]'],
  ['errors', '["already-decided",["failed-precondition","Decision already submitted."]]'],
  ['errors', '"retryAfter"'],
  ['config', '"callPath"'],
  ['token', '"accessToken"'],
  ['push', '"p256dh"'],
] as const)('the hash covers %s: %s', (part, sample) => {
  expect(JSON.stringify(wire()[part])).toContain(sample);
});
