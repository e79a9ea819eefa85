import { expect, test } from 'vitest';
import { screenTopic } from './topic.ts';

test.each([
  ['The last book you loved', 'The last book you loved'],
  ['一起聊聊旅行', '一起聊聊旅行'],
  ['from 1990 to 2024', 'from 1990 to 2024'],
  ['a family 👨\u200D👩\u200D👧', 'a family 👨\u200D👩\u200D👧'],
])('%j is shown as %j', (topic, shown) => {
  expect(screenTopic(topic)).toBe(shown);
});

test.each([
  null,
  undefined,
  '',
  'write to ann@example.org',
  'I am @ann_b',
  'call +49 30 123 4567',
  'see www.example',
  'my page is ann.example.com',
  'https://example.org',
])('%j is no topic', (topic) => {
  expect(screenTopic(topic)).toBeNull();
});
