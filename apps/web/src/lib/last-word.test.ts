import { expect, test } from 'vitest';
import { LastWord } from './last-word.ts';

function page() {
  const asked: { requestId: string; leaving?: boolean }[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const word = new LastWord((how) => {
    asked.push(how);
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  return { asked, answers, word };
}

test('what has no answer as the page goes away is asked once more, as the same request', async () => {
  const { asked, answers, word } = page();
  const said = word.say();
  word.leavePage();
  expect(asked).toEqual([{ requestId: asked[0]?.requestId }, { requestId: asked[0]?.requestId, leaving: true }]);
  answers[1]?.reject(new Error('the page is gone'));
  answers[0]?.resolve('heard');
  await expect(said).resolves.toBe('heard');
});

test('what was answered, and what is meant no longer, is not', async () => {
  const { asked, answers, word } = page();
  const said = word.say();
  answers[0]?.resolve('heard');
  await said;
  word.leavePage();
  void word.say();
  word.takeBack();
  word.leavePage();
  expect(asked).toHaveLength(2);
});

test('a failure is no answer, nor is that to an earlier one', async () => {
  const { asked, answers, word } = page();
  const first = word.say();
  const second = word.say();
  answers[0]?.resolve('heard');
  await first;
  answers[1]?.reject(new Error('no network'));
  await expect(second).rejects.toThrow('no network');
  expect(word.isUnanswered).toBe(true);
  word.leavePage();
  expect(asked.at(-1)).toEqual({ requestId: asked[1]?.requestId, leaving: true });
});
