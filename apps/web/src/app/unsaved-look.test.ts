import { beforeEach, expect, test } from 'vitest';
import { createUnsavedLook, type Look } from './unsaved-look.ts';

const ACCOUNT = { theme: 'dark', language: 'en', selectedTheme: 'golden', push: 'left alone' } as const;

const AWAY = new Error('away');
const REFUSED = new Error('refused');

let kept: { chosen: Look; at: number } | null;
let now: number;
let sent: Look[];
let answers: PromiseWithResolvers<void>[];
let warnings: unknown[];

/** A page; the next one finds what it leaves. */
function open() {
  return createUnsavedLook({
    memory: { recall: () => kept, remember: (left) => (kept = left), forget: () => (kept = null) },
    now: () => now,
    save: (look) => {
      sent.push(look);
      const answer = Promise.withResolvers<void>();
      answers.push(answer);
      return answer.promise;
    },
    isPassing: (error) => error === AWAY,
    warn: (error) => void warnings.push(error),
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  kept = null;
  now = 1_000_000;
  sent = [];
  answers = [];
  warnings = [];
});

test('what has reached the account is the account’s', async () => {
  const page = open();
  page.keep({ language: 'ar' });
  answers[0]!.resolve();
  await settled();
  page.leavePage();
  expect(kept).toBeNull();
  expect(open().over(ACCOUNT)).toMatchObject({ language: 'en' });
  expect(sent).toHaveLength(1);
});

test('what had no answer when the page went counts, and is sent again', async () => {
  const page = open();
  page.keep({ language: 'ar' });
  page.keep({ theme: 'light' });
  page.leavePage();
  const next = open();
  now += 9_999;
  expect(next.over(ACCOUNT)).toMatchObject({ language: 'ar', theme: 'light', selectedTheme: 'golden' });
  expect(sent[2]).toEqual({ language: 'ar', theme: 'light' });
  // The account's own answer, after the copy's.
  expect(next.over(ACCOUNT)).toMatchObject({ language: 'ar', theme: 'light' });
  answers.forEach(({ resolve }) => resolve());
  await settled();
  next.leavePage();
  expect(open().over({ ...ACCOUNT, language: 'de' }), 'chosen elsewhere since').toMatchObject({ language: 'de' });
});

test('ten seconds later the account’s choices count: somebody may have chosen elsewhere', () => {
  const page = open();
  page.keep({ language: 'ar' });
  page.leavePage();
  now += 10_000;
  expect(open().over(ACCOUNT)).toMatchObject({ language: 'en' });
  expect(sent).toHaveLength(1);
});

test('of two choices the answer to the first settles nothing', async () => {
  const page = open();
  page.keep({ language: 'ar' });
  page.keep({ language: 'en' });
  answers[0]!.resolve();
  await settled();
  page.leavePage();
  expect(kept).toMatchObject({ chosen: { language: 'en' } });
});

test('what was refused counts no more with the next page', async () => {
  const page = open();
  page.keep({ selectedTheme: 'ocean' });
  answers[0]!.reject(REFUSED);
  await settled();
  expect(warnings).toEqual([REFUSED]);
  page.leavePage();
  expect(kept).toBeNull();
});

test('chosen without a network it counts when the account itself is there, and is sent then', async () => {
  const page = open();
  page.over(ACCOUNT);
  page.keep({ selectedTheme: 'ocean' });
  answers[0]!.reject(AWAY);
  await settled();
  now += 60_000;
  expect(page.over(ACCOUNT)).toMatchObject({ selectedTheme: 'ocean' });
  expect(sent).toEqual([{ selectedTheme: 'ocean' }, { selectedTheme: 'ocean' }]);
  answers[1]!.resolve();
  await settled();
  expect(page.over(ACCOUNT)).toMatchObject({ selectedTheme: 'golden' });
});

test('what a page that went away has been answered after it was shown again is the account’s', async () => {
  const page = open();
  page.over(ACCOUNT);
  page.keep({ language: 'ar' });
  page.leavePage();
  answers[0]!.resolve();
  await settled();
  page.leavePage();
  expect(kept).toBeNull();
});

test('a page that goes before its account is there leaves what it found', () => {
  const left = { chosen: { language: 'ar' }, at: now } as const;
  kept = left;
  open().leavePage();
  expect(kept).toBe(left);
});
