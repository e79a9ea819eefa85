import { i18n } from '@lingui/core';
import { CallError, errorOfReason } from '@yonder/client';
import { expect, test } from 'vitest';
import { failureText } from './failure.ts';

i18n.load('en', {});
i18n.activate('en');

test.each([
  ['a reason', errorOfReason('too-many-posts'), 'You have five active moments. Switch one off to post another.'],
  ['the server’s own trouble', errorOfReason('internal'), 'Failed to create post'],
  ['no reason', new CallError({ code: 'internal', text: '', reason: null }), 'Failed to create post'],
  ['no call at all', new TypeError('oops'), 'Failed to create post'],
])('a failure with %s says what can be said', (_, error, text) => {
  expect(failureText(error, 'Failed to create post')).toBe(text);
});
