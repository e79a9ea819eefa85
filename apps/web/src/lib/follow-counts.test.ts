import { beforeEach, expect, test } from 'vitest';
import { followCounts, type FollowCountsOptions } from './follow-counts.ts';

type Status = ReturnType<FollowCountsOptions['live']['status']['get']>;

let happened: string[];
let status: Status;
let page: EventTarget & { visibilityState: DocumentVisibilityState };
let heard: { status?: () => void; counts?: () => void };
beforeEach(() => {
  happened = [];
  status = 'online';
  heard = {};
  const visibilityState: DocumentVisibilityState = 'visible';
  page = Object.assign(new EventTarget(), { visibilityState });
});

function follow() {
  return followCounts({
    live: {
      status: { get: () => status, subscribe: (hear) => ((heard.status = hear), () => {}) },
      on: (_name, hear) => ((heard.counts = () => hear({} as never)), () => {}),
    },
    watch: (is) => happened.push(is),
    changed: () => happened.push('changed'),
    lookedAt: () => happened.push('looked at'),
    page,
  });
}

function turn(visibilityState: DocumentVisibilityState): string[] {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
  return happened.splice(0);
}

test('what is shown is followed at once, after every reconnect, and not once it is left', () => {
  const stop = follow();
  expect(happened.splice(0)).toEqual(['shown']);
  for (status of ['waiting', 'connecting', 'online'] satisfies Status[]) heard.status?.();
  expect(happened.splice(0)).toEqual(['shown']);
  heard.counts?.();
  stop();
  expect(happened.splice(0)).toEqual(['changed', 'not-shown']);
  expect(turn('visible')).toEqual([]);
});

test('a tab that nobody looks at follows nothing, not after a reconnect either; looked at again it asks, and follows', () => {
  follow();
  happened = [];
  expect(turn('hidden')).toEqual(['not-shown']);
  heard.status?.();
  expect(happened).toEqual([]);
  expect(turn('visible')).toEqual(['shown', 'looked at']);
  status = 'waiting';
  expect([...turn('hidden'), ...turn('visible')]).toEqual(['not-shown', 'looked at']);
});
