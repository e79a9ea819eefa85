import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnpacedRepeats } from './unpaced-repeats.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Repeats that need no pause, and what ends them though every promise settles at once. What tries again after a failure
 * has no place here: it pauses (`lib/retry.ts` in the web app).
 */
const ENDS: Readonly<Record<string, string>> = {
  'apps/server/src/backup/aside.ts: deleteFiles': 'pages of a table, each after the last path of the one before',
  'apps/server/src/backup/aside.ts: withClients': 'one address fewer each time',
  'apps/server/src/backup/back-up.ts: storedPaths': 'pages of a table, each after the last path of the one before',
  'apps/server/src/chats/presence.ts: tellAll': 'takes people off the set before it awaits',
  'apps/server/src/chats/sending.ts: withoutCulprits': 'half the messages each time',
  'apps/server/src/engagement/engagements.ts: this.leave': 'only when a row was put back between two statements',
  'apps/server/src/evidence/file-sealer.ts: sealAll':
    'only when woken meanwhile; what fails waits for the next look, 5 s later',
  'apps/server/src/evidence/file-sealer.ts: sealEach': 'pages of a table, each after the last row of the one before',
  'apps/server/src/evidence/file-sealer.ts: wake': 'only when woken meanwhile',
  'apps/server/src/identity/revocations.ts: readAgain': 'only after an announcement; a failure ends it',
  'apps/server/src/matchmaking/matcher.ts: this.#takeTurn': 'MAX_ATTEMPTS, or the lease is lost and not used again',
  'apps/server/src/media/eraser.ts: eraseAll': 'what fails is due a minute later; a failure to write that ends it',
  'apps/server/src/media/eraser.ts: wake': 'only when woken meanwhile',
  'apps/server/src/media/s3-driver.ts: this.list': 'pages, each by the token of the one before',
  'apps/server/src/notifications/forgetting.ts: forgetAll': 'deletes what it finds; a failure ends it',
  'apps/server/src/platform/batch-lane.ts: drain':
    'takes entries off the queue before it awaits; a failure is their result',
  'apps/server/src/platform/batch-lane.ts: this.idle': 'while a batch is under way',
  'apps/server/src/platform/deadline-queue.ts: work': 'deletes what it finds; what fails is due after a pause',
  'apps/server/src/platform/deadlines.ts: runDue': 'deletes what it finds; what fails is due after a pause',
  'apps/server/src/platform/door/limits.ts: drawAndTake': 'each draw brings a token, or a time to be refused until',
  'apps/server/src/platform/personal-data.ts: byPages': 'pages of a table, each after the last row of the one before',
  'apps/server/src/posts/fading.ts: look': 'changes what it finds; a failure ends it',
  'apps/server/src/privacy/erasing.ts: eraseFrom': 'deletes what it finds; a failure ends it',
  'apps/server/src/privacy/ledger-state.ts: writeState': 'only when the state has changed meanwhile; a failure ends it',
  'apps/server/src/privacy/replay.ts: eraseAgain': 'pages of a table, each after the last account of the one before',
  'apps/server/src/push/sender.ts: look': 'a push is claimed for 20 s, whatever becomes of it',
  'apps/server/src/push/sender.ts: lookRound': 'a push is claimed for 20 s, whatever becomes of it',
  'apps/server/src/push/sender.ts: this.settled': 'while pushes are under way',
  'apps/server/src/text-match/forgetting.ts: forget': 'deletes what it finds; a failure ends it',
  'apps/web/src/features/chats/api/room-after.ts: closeGap': 'only after the window has moved on; a failure ends it',
  'apps/web/src/features/chats/api/sync.ts: sync': 'pages, each by the cursor of the one before; a failure ends it',
  'apps/web/src/features/chats/media/player.ts: this.#load': 'renews an address once',
  'apps/web/src/features/chats/outbox/drain.ts: hear': 'a message that failed waits for the timer of its machine',
  'apps/web/src/features/chats/presence.ts: tell': 'only after a change or a new connection; a failure ends it',
  'apps/web/src/features/identity/session.ts: tell': 'the machine of signing in asks again by a timer or an event',
  'apps/web/src/features/settings/blocks.ts: allBlocks': 'pages, each after the last block of the one before',
  'apps/web/src/features/text-match/matching.ts: this.#look': 'only after a version that is newer; a failure ends it',
  'apps/web/src/features/voice/direct/direct-calls.ts: this.cancel': 'the machine of direct calls; a failure ends it',
  'apps/web/src/features/voice/media/peer.ts: this.#restart': 'looks for a path again by a timer or an event of ICE',
  'apps/web/src/features/voice/media/warm.ts: this.want': 'nothing is made while there is one; a failure ends it',
  'apps/web/src/lib/session-token.ts: bearer': 'only after another person has signed in; a failure ends it',
  'apps/web/src/ui/pull/use-pull.ts: dispatch': 'the answer puts the pull back to rest',
  'packages/client/src/catch-up.ts: runAll': 'only when asked for meanwhile',
};

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter(
  (file) => !/\.test\.tsx?$|(^|\/)testing(-[a-z-]+)?(\.tsx?$|\/)/.test(file),
);

test(`of what repeats by promises alone, all but ${Object.keys(ENDS).length} repeats pause by a timer`, () => {
  const found = files.flatMap((file) =>
    findUnpacedRepeats(file, readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(ENDS).toSorted());
});

/** As the lead of the outbox was, which froze every tab at its seventh load. */
const FROZEN = `
  function lead(name, run) {
    async function take(how) {
      try {
        await navigator.locks.request(name, how, run);
      } catch {}
      if (isWanted()) void take('in turn');
    }
    void take('at once');
  }`;

test.each([
  ['an async function that calls itself after a refusal', FROZEN, ['take']],
  [
    'a loop that swallows a rejection',
    'async function f() { for (;;) { try { return await ask(); } catch {} } }',
    ['f'],
  ],
  ['a loop whose condition awaits', 'async function f() { while ((await ask()) !== done); }', ['f']],
  ['a recursion by then', 'function f() { ask().then(f, f); }', ['f']],
  ['a recursion by finally', 'const f = () => ask().finally(() => { if (again) f(); });', ['f']],
  [
    'two methods that call each other',
    'class A { async #a() { await ask(); this.#b(); } #b() { void this.#a(); } }',
    ['this.#a'],
  ],
  ['a property that calls itself', 'class A { a = async () => { await ask(); void this.a(); }; }', ['this.a']],
])('%s is found', (_, source, names) => {
  expect(findUnpacedRepeats('one.ts', source)).toEqual(names);
});

test.each([
  [
    'a loop that pauses',
    'async function f() { for (;;) { try { return await ask(); } catch {} await pause(1_000); } }',
  ],
  ['a recursion by a timer', 'async function f() { await ask(); after(1_000, () => void f()); }'],
  ['a function that is given to a timer', 'async function f() { await ask(); clock.timer(1_000, f); }'],
  ['a function that an event calls', 'async function f() { await ask(); page.addEventListener("online", f); }'],
  ['a loop that counts', 'async function f() { for (let i = 0; i < 3; i++) await ask(); }'],
  ['a walk through a tree', 'function f(node) { node.children.forEach(f); }'],
  ['a loop without a promise', 'function f() { while (next()) step(); }'],
])('%s is none', (_, source) => {
  expect(findUnpacedRepeats('one.ts', source)).toEqual([]);
});
