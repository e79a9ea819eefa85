import { expect, test } from 'vitest';
import { screenTopic } from './topic.ts';

test.each([
  ['The last book you loved', 'The last book you loved'],
  ['  too   many\n spaces ', 'too many spaces'],
  ['一起聊聊旅行', '一起聊聊旅行'],
  ['from 1990 to 2024', 'from 1990 to 2024'],
  ['a family 👨\u200D👩\u200D👧', 'a family 👨\u200D👩\u200D👧'],
  ['turned \u202Earound', 'turned around'],
])('%j is shown as %j', (topic, shown) => {
  expect(screenTopic(topic)).toBe(shown);
});

test.each([
  null,
  undefined,
  '',
  ' \u200B ',
  '\u200D',
  'write to ann@example.org',
  'I am @ann_b',
  'call +49 30 123 4567',
  'see www.example',
  'my page is ann.example.com',
  'https://example.org',
])('%j is no topic', (topic) => {
  expect(screenTopic(topic)).toBeNull();
});

test('a topic never grows, so what came in at 100 characters goes out', () => {
  expect(screenTopic('\u0958'.repeat(100))).toHaveLength(100);
});
