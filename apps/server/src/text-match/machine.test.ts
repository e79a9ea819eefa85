import { describe, expect, test } from 'vitest';
import { nextLook, step } from './machine.ts';
import { textMatchOf } from './view.ts';
import type { Active, MatchEvent, Session, Side } from './session.ts';

const NOW = 1_000_000;
const like = (side: Side, pair: 'open' | 'blocked' = 'open'): MatchEvent => ({
  kind: 'decided',
  side,
  decision: 'like',
  pair,
});
const dislike = (side: Side): MatchEvent => ({ kind: 'decided', side, decision: 'dislike', pair: 'open' });
const looked = (a: number, b: number, hearsSince = 0): MatchEvent & { kind: 'looked' } => ({
  kind: 'looked',
  seenAt: {
    a,
    b,
  },
  hearsSince,
});

function active(): Active {
  const seat = (userId: string) => ({ userId, alias: `alias of ${userId}`, liked: false, silentSince: null });
  return {
    id: 'room',
    createdAt: 0,
    version: 1,
    a: seat('ann'),
    b: seat('bob'),
    interestsInCommon: ['trains'],
    state: 'active',
  };
}

/** Applies the events in order; none may be refused. */
function after(events: readonly MatchEvent[], now = NOW, from: Session = active()): Session {
  return events.reduce((session, event) => {
    const { session: next, refused } = step(session, event, now);
    expect(refused).toBeNull();
    return next;
  }, from);
}
const activeAfter = (events: readonly MatchEvent[], now = NOW): Active => {
  const session = after(events, now);
  if (session.state !== 'active') throw new Error(`a match that is ${session.state}`);
  return session;
};

describe('decisions', () => {
  test('one like is kept, and shows nowhere on the other side, not even as a version', () => {
    const liked = after([like('a')]);
    expect(textMatchOf(liked, 'a')).toMatchObject({
      state: 'active',
      lockActive: true,
      yourDecision: 'like',
      version: 2,
    });
    expect(textMatchOf(liked, 'b')).toEqual(textMatchOf(active(), 'b'));
  });

  test('two likes reveal, free both and bind nobody any more', () => {
    const { session, effects } = step(after([like('a')]), like('b'), NOW);
    expect(session).toMatchObject({ state: 'mutual-like' });
    expect(effects.map(({ kind }) => kind)).toEqual(['reveal', 'part', 'release', 'release']);
    expect(textMatchOf(session, 'a')).toMatchObject({ lockActive: false, yourDecision: 'like', endedAt: null });
  });

  test('two likes across a block stay unanswered', () => {
    const session = after([like('a'), like('b', 'blocked')]);
    expect([textMatchOf(session, 'a').state, textMatchOf(session, 'b').state]).toEqual(['active', 'active']);
  });

  test.each([
    ['at once', []],
    ['after a like of one’s own', [like('a')]],
    ['after the other one’s like', [like('b')]],
  ] satisfies [string, MatchEvent[]][])('a dislike ends it, %s', (_, before) => {
    const { session, effects } = step(after(before), dislike('a'), NOW);
    expect(effects[0]).toEqual({ kind: 'close', by: 'a' });
    expect(textMatchOf(session, 'a')).toMatchObject({
      yourDecision: 'dislike',
      endedBy: 'you',
      endReason: 'you-ended',
    });
    expect(textMatchOf(session, 'b')).toMatchObject({ endedBy: 'other', endReason: 'other-ended', endedAt: NOW });
  });

  test.each([
    [9_999, ['close', 'part', 'release', 'release', 'blame']],
    [10_000, ['close', 'part', 'release', 'release']],
  ])('a dislike %i ms after the match entails %j', (ms, kinds) => {
    const { effects } = step(active(), dislike('a'), active().createdAt + ms);
    expect(effects.map(({ kind }) => kind)).toEqual(kinds);
    const blamed = effects.flatMap((effect) => (effect.kind === 'blame' ? [effect.side] : []));
    expect(blamed).toEqual(ms < 10_000 ? ['a'] : []);
  });

  test.each([
    ['chat-closed', 9_999, ['a']],
    ['chat-closed', 10_000, []],
    ['blocked-or-reported', 1, []],
    ['signed-out', 1, []],
  ] as const)('a match that is closed (%s) %i ms after it began blames %j', (cause, ms, sides) => {
    const { effects } = step(active(), { kind: 'closed', by: 'a', cause }, active().createdAt + ms);
    expect(effects.map(({ kind }) => kind).slice(0, 4)).toEqual(['close', 'part', 'release', 'release']);
    expect(effects.flatMap((effect) => (effect.kind === 'blame' ? [effect.side] : []))).toEqual(sides);
  });

  test('whoever is disliked after a like of the other one cannot tell it from a dislike at once', () => {
    const [atOnce, afterLike] = [after([dislike('a')]), after([like('a'), dislike('a')])];
    expect(textMatchOf(afterLike, 'b')).toEqual(textMatchOf(atOnce, 'b'));
  });

  test('a second like changes nothing; nothing leaves the two ends', () => {
    const liked = after([like('a')]);
    expect(step(liked, like('a'), NOW).session).toBe(liked);
    const ends = [after([like('a'), like('b')]), after([dislike('b')])];
    const events: MatchEvent[] = [
      ...([
        { kind: 'left', side: 'a' },
        { kind: 'returned', side: 'a' },
        { kind: 'closed', by: 'a', cause: 'chat-closed' },
      ] satisfies MatchEvent[]),
      looked(0, 0),
      like('a'),
      dislike('a'),
    ];
    for (const end of ends) for (const event of events) expect(step(end, event, NOW * 9).session).toBe(end);
    expect(step(after([dislike('b')]), like('a'), NOW).refused).toBe('text-match-over');
  });
});

describe('silence', () => {
  const views = (session: Session) => [
    textMatchOf(session, 'a').otherPresence,
    textMatchOf(session, 'b').otherPresence,
  ];

  test.each([
    ['29,999', 29_999, ['here', 'here']],
    ['30,000', 30_000, ['here', 'reconnecting']],
    ['59,999', 59_999, ['here', 'reconnecting']],
  ])('who was not heard for %s ms', (_, ms, shown) => {
    expect(views(activeAfter([looked(NOW - ms, NOW)]))).toEqual(shown);
  });

  test('60,000 ms end it: nobody chose that, and the other one is free', () => {
    const { session, effects } = step(active(), looked(NOW - 60_000, NOW), NOW);
    expect(effects).toContainEqual({ kind: 'close', by: null });
    expect(effects.filter(({ kind }) => kind === 'release')).toHaveLength(2);
    expect(textMatchOf(session, 'b')).toMatchObject({ endReason: 'lost', endedBy: null, yourDecision: null });
  });

  test('who says that they go is silent at once, here again when they say so, and lost 60 s later', () => {
    const gone = activeAfter([{ kind: 'left', side: 'b' }]);
    expect(views(gone)).toEqual(['reconnecting', 'here']);
    expect(views(after([{ kind: 'returned', side: 'b' }], NOW, gone))).toEqual(['here', 'here']);
    const seen = looked(NOW + 59_999, NOW + 1_000);
    expect(after([seen], NOW + 59_999, gone).state).toBe('active');
    expect(after([looked(NOW + 60_000, NOW + 1_000)], NOW + 60_000, gone).state).toBe('ended');
  });

  test('a socket that outlasts a goodbye by 5,000 ms proves nothing, a later one that they are here', () => {
    const gone = activeAfter([{ kind: 'left', side: 'b' }]);
    expect(views(after([looked(NOW, NOW + 5_000)], NOW + 6_000, gone))).toEqual(['reconnecting', 'here']);
    expect(views(after([looked(NOW, NOW + 5_001)], NOW + 6_000, gone))).toEqual(['here', 'here']);
  });

  test('nobody is lost while no server runs: the time counts from its readiness', () => {
    const down = looked(NOW, NOW, NOW + 600_000);
    expect(after([down], NOW + 600_000).state).toBe('active');
    expect(after([down], NOW + 629_999).version).toBe(1);
    expect(views(after([down], NOW + 630_000))).toEqual(['reconnecting', 'reconnecting']);
    expect(after([down], NOW + 660_000).state).toBe('ended');
  });

  test('it is looked at again when somebody could be missing, and every 5 s while somebody is', () => {
    const seen = looked(NOW - 1_000, NOW);
    expect(nextLook(active(), seen, NOW)).toBe(NOW + 29_000);
    const gone = activeAfter([{ kind: 'left', side: 'b' }]);
    expect(nextLook(gone, seen, NOW)).toBe(NOW + 5_000);
    expect(nextLook(gone, looked(NOW + 58_000, NOW), NOW + 58_000)).toBe(NOW + 60_000);
  });
});
