import type { CallableName } from '@yonder/contract';

/** How long answers took, by the bit of the secret's world; in ms. */
export interface AnswerTimes {
  note(callable: CallableName, bit: 0 | 1, ms: number): void;
  /** Those whose times tell one world from the other. */
  telling(): string[];
}

/** Fewer say nothing. */
const SAMPLES = 200;
/** In standard deviations: one of some thousand comparisons reaches it by chance in a million runs. */
const SURE = 6.5;
/** Between the medians, as a part of the lesser: what is less is not heard over a network. */
const SHARE = 0.25;

/** The worlds must take turns in being asked first, and in being the one with the secret. */
export function createAnswerTimes(): AnswerTimes {
  const all = new Map<CallableName, [number[], number[]]>();
  return {
    note(callable, bit, ms) {
      const times = all.get(callable) ?? [[], []];
      all.set(callable, times);
      times[bit].push(ms);
    },
    telling: () =>
      [...all].flatMap(([callable, [zero, one]]) => {
        if (Math.min(zero.length, one.length) < SAMPLES) return [];
        const [of0, of1] = [median(zero), median(one)];
        const share = Math.abs(of0 - of1) / Math.min(of0, of1);
        const sure = Math.abs(rankSum(zero, one));
        if (share < SHARE || sure < SURE) return [];
        return [`${callable}: ${of0.toFixed(2)} and ${of1.toFixed(2)} ms, ${sure.toFixed(1)} deviations`];
      }),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The Wilcoxon rank-sum test, in standard deviations; no two times are expected to be alike. */
function rankSum(one: readonly number[], other: readonly number[]): number {
  const [n, m] = [one.length, other.length];
  const ranked = [...one.map((ms) => ({ ms, mine: true })), ...other.map((ms) => ({ ms, mine: false }))];
  ranked.sort((a, b) => a.ms - b.ms);
  const sum = ranked.reduce((total, { mine }, i) => total + (mine ? i + 1 : 0), 0);
  const [mean, deviation] = [(n * (n + m + 1)) / 2, Math.sqrt((n * m * (n + m + 1)) / 12)];
  return (sum - mean) / deviation;
}
