import type { CaseReport, ModerationCase } from '@yonder/contract';
import { describe, expect, it, test } from 'vitest';
import { decisionOf, removable, reportedWords, startDraft, type Draft } from './decision.ts';
import { aCase, aReport } from './samples.ts';

const caseId = aCase.caseId;
const template = 'You threatened somebody. This is a warning.';
const warning: Draft = startDraft('warn', aCase);
const sent = (draft: Draft) => decisionOf(draft, { caseId, template });

test('no action asks for nothing but a note', () => {
  expect(sent({ ...startDraft('dismiss', aCase), note: ' a quarrel ', text: '' })).toEqual({
    kind: 'ready',
    decision: { caseId, action: 'dismiss', note: 'a quarrel' },
  });
});

test('an untouched text is the template, one that was emptied is missing', () => {
  expect(sent(warning)).toMatchObject({
    kind: 'ready',
    decision: { text: template, ground: aCase.ground, hours: null },
  });
  expect(sent({ ...warning, text: 'Please stop.' })).toMatchObject({ decision: { text: 'Please stop.' } });
  expect(sent({ ...warning, text: '  ' })).toEqual({ kind: 'mistake', mistake: 'text' });
});

describe('a pause', () => {
  const pause = startDraft('suspend', aCase);

  it.each([
    ['1', 1],
    ['168', 168],
    [' 8760 ', 8_760],
  ])('of "%s" hours lasts %i', (hours, lasts) => {
    expect(sent({ ...pause, hours })).toMatchObject({ kind: 'ready', decision: { hours: lasts } });
  });

  it.each(['', '0', '8761', '1.5', '-1', 'long'])('of "%s" hours is a mistake', (hours) => {
    expect(sent({ ...pause, hours })).toEqual({ kind: 'mistake', mistake: 'hours' });
  });
});

describe('content', () => {
  const content = (state: CaseReport['content'], reportId: string): CaseReport => ({
    ...aReport,
    reportId,
    content: state,
  });
  const reports = [content('shown', 'a'), content('hidden', 'b'), content('removed', 'c'), content('none', 'd')];
  const about: ModerationCase = { ...aCase, allReports: reports };

  it('can be taken away while it is shown or hidden', () => {
    expect(removable(reports).map(({ reportId }) => reportId)).toEqual(['a', 'b']);
  });

  it('is all ticked at first where removing is what is done, and not otherwise', () => {
    expect([...startDraft('remove-content', about).remove]).toEqual(['a', 'b']);
    expect([...startDraft('ban', about).remove]).toEqual([]);
  });

  it('has to be named to be removed', () => {
    const draft = startDraft('remove-content', about);
    expect(sent(draft)).toMatchObject({ kind: 'ready', decision: { remove: ['a', 'b'] } });
    expect(sent({ ...draft, remove: new Set() })).toEqual({ kind: 'mistake', mistake: 'remove' });
  });
});

describe('the words somebody is reported for', () => {
  const { evidence } = aReport;
  const post = { content: 'Rain over the harbour', region: null, createdAt: 0 };
  const said = { by: 'reported', type: 'text', mediaUrl: null, createdAt: 0, state: { kind: 'shown' } } as const;

  it.each<[string, Partial<CaseReport['evidence']>, string]>([
    ['a comment, not the moment it stands below', { post, comment: { content: 'Shut up', createdAt: 1 } }, 'Shut up'],
    ['a moment', { post }, 'Rain over the harbour'],
    [
      'a message, not those around it',
      {
        messages: [
          { ...said, text: 'Hello', isReported: false },
          { ...said, text: 'Where do you live?', isReported: true },
        ],
      },
      'Where do you live?',
    ],
    ['a profile', { portrait: { name: 'Bao', bio: '', photoUrls: [] } }, 'Bao'],
    ['a call, which has none', {}, ''],
  ])('are those of %s', (_, held, words) => {
    expect(reportedWords({ ...evidence, ...held })).toBe(words);
  });
});
