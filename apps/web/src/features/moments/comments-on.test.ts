import { expect, test } from 'vitest';
import { commentsOn } from './comments-on.ts';

test.each([
  { counted: 3, listed: undefined, count: 3, why: 'before the list is there' },
  { counted: 3, listed: 2, count: 2, why: 'where one of them was hidden' },
  { counted: 2, listed: 3, count: 3, why: 'where one has come since the moment was read' },
  { counted: 20, listed: 20, count: 20, why: 'where all are listed' },
  { counted: 37, listed: 20, count: 37, why: 'where there are more than the list holds' },
  { counted: 19, listed: 20, count: 20, why: 'where a full list is newer than the moment' },
])('of $counted counted and $listed listed there are $count, $why', ({ counted, listed, count }) => {
  expect(commentsOn({ commentCount: counted }, listed)).toBe(count);
});
