import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBareText } from './bare-text.ts';

const SOURCES = join(import.meta.dirname, '../apps/web/src');

/** What is given to a component to show and is always an element, or nothing. */
const ELEMENTS_ONLY: readonly string[] = [
  'ui/Dialog.tsx: {children}',
  'ui/EmptyState.tsx: {action}',
  'ui/InTurn.tsx: children.slice(0, count)',
  'ui/NotLoaded.tsx: {also}',
  'ui/OfflineLine.tsx: {children}',
  'ui/scene/LivingHorizon.tsx: {children}',
  'ui/scene/Scene.tsx: {children}',
  'features/voice/components/StageHead.tsx: {beside}',
  'features/profiles/ProfileView.tsx: {standing}',
  'features/profiles/ProfileView.tsx: {left}',
  "features/privacy/Copy.tsx: {copy.state === 'none' && begin(<Trans>Make a copy</Trans>)}",
  'features/privacy/Copy.tsx: {begin(<Trans>Try again</Trans>)}',
  'features/legal/PrivacyPage.tsx: {gone}',
  "features/chats/components/ChatRoom.tsx: {room.type === 'mode3' && strangers.strip(room)}",
  'features/chats/components/ChatRoom.tsx: room.isAnonymous ? strangers.ending(room) : <ClosedNotice ch',
  'features/chats/components/Composer.tsx: {instead}',
  'features/chats/components/Composer.tsx: {isEmpty ? record : <SendButton canSend={canSend} />}',
  'features/chats/attachments/VoicePlayer.tsx: {instead ?? <PlayButton playback={playback} length={length} ',
];

test.each([
  ['{a && t`words`} beside an element', '<p><b />{a && t`words`}</p>', ['{a && t`words`}']],
  ['words behind an icon that comes and goes', '<p>{a && <b />} words</p>', ['words']],
  ['words that take turns with an element', '<p><i />{a ? <b /> : t`words`}</p>', ['{a ? <b /> : t`words`}']],
  ['words behind a list', '<p>{all.map((one) => <b key={one} />)}{words}</p>', ['{words}']],
  ['words of a fragment', '<>{words}<b /></>', ['{words}']],
  ['words that come and go with another text', '<p><b />{a ? words : null}</p>', ['{a ? words : null}']],
])('%s are bare', (_, markup, bare) => {
  expect(findBareText('x.tsx', `const shown = ${markup};`)).toEqual(bare.map((text) => `1: ${text}`));
});

test('words that are all a component returns are bare', () => {
  expect(findBareText('x.tsx', 'function Words() {\n  return t`words`;\n}')).toEqual(['2: t`words`']);
});

test.each([
  ['the only child', '<p>{a && t`words`}</p>'],
  ['beside what is always there', '<p><b /> words {name}</p>'],
  ['before what comes and goes', '<p>words {a && <b />}</p>'],
  ['in an element of its own', '<p>{a && <b />}<span>words</span></p>'],
  ['of two kinds', '<p><b />{a ? t`one` : t`other`}</p>'],
  ['a space', "<p>{a && <b />}{' '}<i /></p>"],
])('words that are %s are not', (_, markup) => {
  expect(findBareText('x.tsx', `const shown = ${markup};`)).toEqual([]);
});

test('no text of the pages stands where a browser that translates it would break the page', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES, exclude: ['**/*.test.tsx'] });
  const bare = files.flatMap((file) =>
    findBareText(file, readFileSync(join(SOURCES, file), 'utf8')).map(
      (found) => `${file}: ${found.replace(/^\d+: /, '')}`,
    ),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(bare.filter((found) => !ELEMENTS_ONLY.includes(found))).toEqual([]);
  expect(
    ELEMENTS_ONLY.filter((known) => !bare.includes(known)),
    'exceptions that are not needed',
  ).toEqual([]);
});
