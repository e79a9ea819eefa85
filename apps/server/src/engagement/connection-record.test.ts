import { describe, expect, test } from 'vitest';
import { afterFailedCheck, afterFailure, afterPass, queueCheckOf, type ConnectionRecord } from './connection-record.ts';

const START = 1_000_000_000_000;
const MINUTE = 60_000;

const failing = (times: readonly number[], before: ConnectionRecord | null = null): ConnectionRecord =>
  times.reduce<ConnectionRecord | null>((record, at) => afterFailure(record, { mode: 'voice' }, START + at), before)!;
const checkAt = (record: ConnectionRecord, at: number) => queueCheckOf(record, START + at);

describe('voice', () => {
  test('1 failure requires nothing, the 2nd within 10 minutes a check, for 10 minutes', () => {
    expect(checkAt(failing([0]), 0)).toBeNull();
    const twice = failing([0, 599_999]);
    expect(checkAt(twice, 599_999)).toEqual({ kind: 'required', until: START + 599_999 + 600_000 });
    expect(checkAt(twice, 599_999 + 600_000)).toBeNull();
  });

  test('a 2nd failure 600,000 ms after the 1st is the 1st again', () => {
    expect(checkAt(failing([0, 600_000]), 600_000)).toBeNull();
  });

  test('after a passed check the 2nd failure pauses for 30 s, and then requires a check', () => {
    const passed = afterPass(failing([0, 1_000]));
    expect(checkAt(passed, 1_000)).toBeNull();
    expect(checkAt(failing([2_000], passed), 2_000)).toBeNull();
    const paused = failing([2_000, 3_000], passed);
    expect(checkAt(paused, 3_000)).toEqual({ kind: 'paused', until: START + 33_000 });
    expect(checkAt(paused, 33_000)).toEqual({ kind: 'required', until: START + 633_000 });
    expect(checkAt(paused, 633_000)).toBeNull();
  });

  test('pauses double from 30 s and end at 10 minutes', () => {
    let record = afterPass(failing([0, 0]));
    const pauses = Array.from({ length: 7 }, () => {
      record = failing([0, 0], record);
      const length = record.pausedUntil! - START;
      record = afterPass(record);
      return length / 1_000;
    });
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
  });

  test('a passed check does not end a pause, and 10 quiet minutes after a pause all is forgotten', () => {
    const paused = failing([0, 0], afterPass(failing([0, 0])));
    expect(checkAt(afterPass(paused), 0)).toEqual({ kind: 'paused', until: START + 30_000 });
    expect(failing([30_000 + 10 * MINUTE], paused)).toMatchObject({ failures: 1, pauses: 0, checked: false });
  });

  test('20 failures that may not pause require a check after each 2nd, and pause nobody', () => {
    let record = afterPass(failing([0, 0]));
    for (let i = 0; i < 20; i++) {
      record = afterFailure(record, { mode: 'voice', mayPause: false }, START);
      const isSecond = i % 2 === 1;
      expect(checkAt(record, 0)).toEqual(isSecond ? { kind: 'required', until: START + 600_000 } : null);
      if (isSecond) record = afterPass(record);
    }
    expect(checkAt(failing([0, 0], record), 0)).toEqual({ kind: 'paused', until: START + 30_000 });
  });

  test('a check that failed requires one that passes, though nobody failed to connect', () => {
    const failed = afterFailedCheck(null, START);
    expect(checkAt(failed, 0)).toEqual({ kind: 'required', until: START + 600_000 });
    expect(checkAt(afterPass(failed), 0)).toBeNull();
  });
});

test('text: 2 failures pause for 30 s, 2 more for 60 s, and nothing requires a check', () => {
  const twice = (before: ConnectionRecord | null, at: number) =>
    afterFailure(afterFailure(before, { mode: 'text' }, START + at), { mode: 'text' }, START + at);
  const first = twice(null, 0);
  expect(queueCheckOf(first, START)).toEqual({ kind: 'paused', until: START + 30_000 });
  expect(queueCheckOf(first, START + 30_000)).toBeNull();
  expect(queueCheckOf(twice(first, 30_000), START + 30_000)).toEqual({ kind: 'paused', until: START + 90_000 });
});
