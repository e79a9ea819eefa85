import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { Evidence } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Messages } from './Messages.tsx';

type Message = Evidence['messages'][number];

const message: Message = {
  by: 'reported',
  type: 'text',
  text: null,
  mediaUrl: null,
  createdAt: 1_772_600_000_000,
  isReported: true,
  state: { kind: 'shown' },
};
const AT = Date.UTC(2026, 2, 4, 12, 34);

function wordsOf(about: Partial<Message>): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Messages messages={[{ ...message, ...about }]} />
    </I18nProvider>,
  );
}

test('a deleted message shows when, and its words where they were kept', () => {
  const state = { kind: 'deleted', at: AT } as const;
  const kept = wordsOf({ text: 'I know where you live.', state });
  expect(kept).toContain('I know where you live.');
  expect(kept).toMatch(/<em>Deleted by its sender at \d+:34\s*[AP]M<\/em>/);
  expect(wordsOf({ state })).toMatch(/Deleted by its sender at .+\. Nothing of it was kept\./);
});

test.each([
  ['seen', 'Seen once, and gone'],
  ['expired', 'Never opened, and expired'],
  ['withdrawn', 'Withdrawn before it was opened'],
  ['removed', 'Removed by moderators'],
  ['gone', 'A file that is not there any more'],
] as const)('of a file that is %s there is no link, but why', (kind, words) => {
  const shown = wordsOf({ type: 'one_time_image', state: { kind } });
  expect(shown).toContain(`<em>${words}</em>`);
  expect(shown).not.toMatch(/<(img|audio|a|button)\b/);
});

test('what is shown as it was has no remark', () => {
  expect(wordsOf({ text: 'Hello.', state: { kind: 'shown' } })).not.toContain('<em>');
});
