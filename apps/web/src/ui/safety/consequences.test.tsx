import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { SafetyTarget } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BlockConsequences } from './BlockDialog.tsx';
import { useReportConsequences, useReportTitle } from './report-words.ts';
import type { Known } from './thanks.ts';

function Words({ type, known }: { type: SafetyTarget['type']; known: Known }) {
  return (
    <>
      {useReportTitle()(type, 'Kai')}|{useReportConsequences()(type, known)}|
      <BlockConsequences target={{ type, id: 'id' }} known={known} />
    </>
  );
}

const FRIENDS = /as friends/;
const CHAT = /chat ends at once/;

test.each<[SafetyTarget['type'], Known, string, RegExp | null, RegExp | null]>([
  ['user', 'name', 'Report Kai', FRIENDS, FRIENDS],
  ['chatRoom', 'name', 'Report Kai', FRIENDS, FRIENDS],
  ['message', 'name', 'Report message', FRIENDS, FRIENDS],
  ['post', 'name', 'Report this moment', null, /each other’s moments/],
  ['comment', 'alias', 'Report this comment', null, null],
  ['call', 'alias', 'Report Kai', null, null],
  ['chatRoom', 'alias', 'Report Kai', CHAT, CHAT],
  ['message', 'alias', 'Report message', CHAT, CHAT],
])('what a report and a block of a %s do, known by %s', (type, known, title, reported, blocked) => {
  const [heading, report, block] = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Words type={type} known={known} />
    </I18nProvider>,
  ).split('|');
  expect(heading).toBe(title);
  expect(report).toMatch(reported ?? /^They are not told\.$/);
  expect(block).toMatch(blocked ?? /^You never meet each other again\. They are told nothing\./);
});
