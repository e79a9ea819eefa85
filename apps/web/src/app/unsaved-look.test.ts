import { beforeEach, expect, test } from 'vitest';
import { createUnsavedLook, type Look } from './unsaved-look.ts';

const ACCOUNT = { theme: 'dark', language: 'en', selectedTheme: 'golden', push: 'left alone' } as const;

let kept: Look | null;
let sent: Look[];
let answers: PromiseWithResolvers<void>[];
let warnings: unknown[];

/** A page; what it leaves, the next one finds. */
function open() {
  return createUnsavedLook({
    memory: { recall: () => kept, remember: (look) => (kept = look), forget: () => (kept = null) },
    save: (look) => {
      sent.push(look);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    warn: (error) => void warnings.push(error),
  });
}

beforeEach(() => {
  kept = null;
  sent = [];
  answers = [];
  warnings = [];
});

test('what has reached the account is the account’s', async () => {
  open().keep({ language: 'ar' });
  answers[0]!.resolve();
  await answers[0]!.promise;
  expect(open().over(ACCOUNT)).toMatchObject({ language: 'en' });
  expect(sent).toHaveLength(1);
});

test('what has not reached it when the page goes is this device’s, and is sent again', () => {
  const page = open();
  page.keep({ language: 'ar' });
  page.keep({ theme: 'light' });
  expect(open().over(ACCOUNT)).toMatchObject({ language: 'ar', theme: 'light', selectedTheme: 'golden' });
  expect(sent.at(-1)).toEqual({ language: 'ar', theme: 'light' });
});

test('of two choices the answer to the first settles nothing', async () => {
  const page = open();
  page.keep({ language: 'ar' });
  page.keep({ language: 'en' });
  answers[0]!.resolve();
  await answers[0]!.promise;
  expect(kept).toEqual({ language: 'en' });
  answers[1]!.resolve();
  await answers[1]!.promise;
  expect(kept).toBeNull();
});

test('what failed stays until it gets through', async () => {
  open().keep({ selectedTheme: 'ocean' });
  const failure = new Error('away');
  answers[0]!.reject(failure);
  await expect.poll(() => warnings).toEqual([failure]);
  expect(open().over(ACCOUNT).selectedTheme).toBe('ocean');
});
