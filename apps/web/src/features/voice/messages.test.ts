import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import type { Notice } from './call-state.ts';
import { ACCEPT_FAILED, INCOMING, MICROPHONE_DENIED } from './direct/words.ts';
import { endingText, MICROPHONE_TEXTS, noticeText, PLAYBACK_PROBLEM, RECEIVE_ONLY } from './messages.ts';

i18n.load('en', {});
i18n.activate('en');

const joinFailed = (code: string): Notice => ({ kind: 'join-failed', code, message: 'no more room' });

/** Word for word, from sections 2 and 8 of the specification. */
test.each<[string, Notice]>([
  ['Call started', { kind: 'call-started' }],
  ['Please log in to start a call', joinFailed('unauthenticated')],
  ['User profile not found. Please refresh and try again', joinFailed('not-found')],
  ['Network error. Please check your connection', joinFailed('network')],
  ['Call failed: no more room', joinFailed('unavailable')],
  ['Failed to prepare user for call', { kind: 'prepare-failed' }],
  ['Network error. Please try again.', { kind: 'decision-failed' }],
  ['Decision already submitted.', { kind: 'already-decided' }],
  ['Call ended', { kind: 'call-ended' }],
])('"%s" is what %j reads', (sentence, notice) => {
  expect(i18n._(noticeText(notice))).toBe(sentence);
});

test('the other sentences of a call are the specification’s', () => {
  const problems = ['denied', 'missing', 'busy', 'failed'] as const;
  expect(problems.map((problem) => i18n._(MICROPHONE_TEXTS[problem]))).toEqual([
    'Microphone access denied. Please allow microphone access to make calls.',
    'No microphone found. Please connect a microphone to make calls.',
    'Microphone is being used by another application.',
    'Failed to access microphone. Please check your device settings.',
  ]);
  expect(
    [RECEIVE_ONLY, PLAYBACK_PROBLEM, INCOMING, MICROPHONE_DENIED, ACCEPT_FAILED].map((text) => i18n._(text)),
  ).toEqual([
    'Microphone unavailable. You can hear but cannot speak in this call.',
    'Audio playback issue. Please check your device audio settings.',
    'Incoming voice call',
    'Microphone permission denied',
    'Failed to accept call',
  ]);
  expect((['disliker', 'unmatched', 'other-left'] as const).map((how) => i18n._(endingText(how).title))).toEqual([
    'Not a match. Call will end.',
    'Unmatch, Call will End in 3s',
    'Call ended',
  ]);
});
