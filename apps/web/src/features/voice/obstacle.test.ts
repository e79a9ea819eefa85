import { expect, test } from 'vitest';
import { findObstacle } from './obstacle.ts';

const ABLE = { hasWebRtc: true, hasDevices: true, isSecure: true, isBlocked: false };

test.each([
  ['a current browser over https', {}, null],
  ['plain http beyond this machine', { hasDevices: false, isSecure: false }, 'insecure'],
  ['plain http where the operator of the browser allows devices', { isSecure: false }, null],
  ['a browser without RTCPeerConnection', { hasWebRtc: false }, 'no-webrtc'],
  ['a browser that has neither, over plain http', { hasWebRtc: false, hasDevices: false, isSecure: false }, 'insecure'],
  ['a web view without getUserMedia', { hasDevices: false }, 'no-microphone'],
  ['a proxy that refuses sockets', { isBlocked: true }, 'no-live'],
] as const)('%s', (_, surroundings, obstacle) => {
  expect(findObstacle({ ...ABLE, ...surroundings })).toBe(obstacle);
});
