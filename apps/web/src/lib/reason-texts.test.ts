import { REASONS, type Reason } from '@yonder/contract';
import { expect, test } from 'vitest';
import { REASON_TEXTS } from './reason-texts.ts';

test.each(Object.entries(REASONS))('%s reads in English as the server says it', (reason, [, text]) => {
  expect(REASON_TEXTS[reason as Reason].message).toBe(text);
});
