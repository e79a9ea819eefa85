import { expect, test } from 'vitest';
import { MARK_EVERY, marksOf, segmentOf } from './queue-marks.ts';

const queueOf = (count: number) => Array.from({ length: count }, (_, i) => ({ place: (i + 1) * 10 }));

test(`of ${MARK_EVERY - 1} who wait nobody is marked, of ${MARK_EVERY} the last one is`, () => {
  expect(marksOf(queueOf(MARK_EVERY - 1))).toEqual({ total: MARK_EVERY - 1, places: [] });
  expect(marksOf(queueOf(MARK_EVERY))).toEqual({ total: MARK_EVERY, places: [MARK_EVERY * 10] });
});

test('whoever is marked is the last of their segment, the next one the first of another', () => {
  const marks = marksOf(queueOf(3 * MARK_EVERY));
  const segment = { after: MARK_EVERY * 10, until: 2 * MARK_EVERY * 10, before: MARK_EVERY };
  expect(segmentOf(marks, 2 * MARK_EVERY * 10)).toEqual(segment);
  expect(segmentOf(marks, MARK_EVERY * 10 + 10)).toEqual(segment);
  expect(segmentOf(marks, 2 * MARK_EVERY * 10 + 10).before).toBe(2 * MARK_EVERY);
});

test('every one of 1,000 is counted to their position from the mark before them', () => {
  const queue = queueOf(1_000);
  const marks = marksOf(queue);
  const positions = queue.map(({ place }) => {
    const { after, before } = segmentOf(marks, place);
    return before + queue.filter((each) => each.place > after && each.place <= place).length;
  });
  expect(positions).toEqual(queue.map((_, i) => i + 1));
});
