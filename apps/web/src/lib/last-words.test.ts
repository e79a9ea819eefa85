import { expect, test } from 'vitest';
import { type How, LastWords } from './last-words.ts';

const ID = expect.stringMatching(/^[-0-9a-f]{36}$/);

function page() {
  const asked: How[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const words = new LastWords();
  const ask = (how: How): Promise<string> => {
    asked.push(how);
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  return { asked, answers, words, say: (about: string) => words.say(about, ask) };
}

test('what has no answer as the page goes away is asked once more, as the same request', async () => {
  const { asked, answers, words, say } = page();
  const said = [say('a call'), say('a place')];
  words.leavePage();
  const [call, place] = asked;
  expect([call, place]).toEqual([{ requestId: ID }, { requestId: ID }]);
  expect(call?.requestId).not.toBe(place?.requestId);
  expect(asked.slice(2)).toEqual([call, place].map((how) => ({ ...how, leaving: true })));
  for (const late of answers.slice(2)) late.reject(new Error('the page is gone'));
  for (const answer of answers) answer.resolve('heard');
  await expect(Promise.all(said)).resolves.toEqual(['heard', 'heard']);
});

test('what was answered, and what is meant no longer, is not', async () => {
  const { asked, answers, words, say } = page();
  const said = say('a place');
  answers[0]?.resolve('heard');
  await said;
  words.leavePage();
  void say('a place');
  words.takeBack('a place');
  words.leavePage();
  expect(asked).toHaveLength(2);
});

test('a failure is no answer, nor is that to an earlier word', async () => {
  const { asked, answers, words, say } = page();
  const [first, second] = [say('a place'), say('a place')];
  answers[0]?.resolve('heard');
  await first;
  answers[1]?.reject(new Error('no network'));
  await expect(second).rejects.toThrow('no network');
  expect(words.isUnanswered('a place')).toBe(true);
  words.leavePage();
  expect(asked.at(-1)).toEqual({ ...asked[1], leaving: true });
});
