import { expect, test } from 'vitest';
import { describeFlaky, judge } from './flaky.ts';
import type { RunnerReport } from './runner-reports.ts';

function reportOf(results: Record<string, string | null>): RunnerReport {
  return {
    results: Object.entries(results).map(([key, failure]) => {
      const [file = '', name = ''] = key.split(' ');
      return { file, name, failure };
    }),
    times: [],
    notRun: [],
    skipped: 0,
  };
}

const died = (): RunnerReport | null => null;

test('nothing runs again where nothing has failed', () => {
  const rerun = (): never => {
    throw new Error('run again');
  };
  expect(judge(reportOf({ 'a one': null, 'a two': null }), rerun)).toEqual({ passed: 2, failed: 0, flaky: [] });
});

test('a test that fails and then passes is flaky, and has passed; one that fails twice has failed', () => {
  const asked: string[][] = [];
  const verdict = judge(reportOf({ 'a one': 'late', 'a two': null, 'b one': 'wrong', 'c one': null }), (files) => {
    asked.push([...files]);
    return reportOf({ 'a one': null, 'a two': null, 'b one': 'wrong again' });
  });
  expect(asked).toEqual([['a', 'b']]);
  expect(verdict).toEqual({ passed: 3, failed: 1, flaky: [{ file: 'a', name: 'one', failure: 'late' }] });
});

test('a test that passes and then fails is flaky too', () => {
  const verdict = judge(reportOf({ 'a one': 'late', 'a two': null }), () =>
    reportOf({ 'a one': null, 'a two': 'late' }),
  );
  expect(verdict).toMatchObject({ passed: 2, failed: 0, flaky: [{ name: 'one' }, { name: 'two' }] });
});

test('a test that is not among those that ran again has failed, as all have whose runner died', () => {
  const first = reportOf({ 'a one': 'late', 'a two': 'late' });
  expect(judge(first, () => reportOf({ 'a one': null }))).toMatchObject({ passed: 1, failed: 1 });
  expect(judge(first, () => reportOf({ 'a the-file': 'cannot be loaded' }))).toMatchObject({ passed: 0, failed: 2 });
  expect(judge(first, died)).toEqual({ passed: 0, failed: 2, flaky: [] });
});

test('a test is the same one with another seed', () => {
  const results = (failure: string | null, seed: number): RunnerReport => ({
    ...reportOf({}),
    results: [{ file: 'a', name: `races (seed ${seed})`, failure }],
  });
  expect(judge(results('late', 1), () => results(null, 2))).toMatchObject({ passed: 1, failed: 0 });
});

test('six files that failed are no chance and do not run again', () => {
  const rerun = (): RunnerReport => reportOf({});
  const first = reportOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((file) => [`${file} one`, 'wrong'])));
  expect(judge(first, rerun)).toEqual({ passed: 0, failed: 6, flaky: [] });
});

test('a flaky test is named with its first failure', () => {
  expect(describeFlaky({ file: 'a', name: 'one', failure: 'late\nat 3' })).toBe('flaky: a › one\n    late\n    at 3');
});
