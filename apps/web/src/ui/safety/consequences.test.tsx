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

interface Said {
  type: SafetyTarget['type'];
  known: Known;
  title: string;
  reported: RegExp;
  blocked: RegExp;
}

const NOT_TOLD = /^They are not told\.$/;
const ONLY_APART = /^You never meet each other again\. They are told nothing\./;

test.each<Said>([
  { type: 'user', known: 'name', title: 'Report Kai', reported: FRIENDS, blocked: FRIENDS },
  { type: 'chatRoom', known: 'name', title: 'Report Kai', reported: FRIENDS, blocked: FRIENDS },
  { type: 'message', known: 'name', title: 'Report message', reported: FRIENDS, blocked: FRIENDS },
  { type: 'post', known: 'name', title: 'Report this moment', reported: NOT_TOLD, blocked: /each other’s moments/ },
  { type: 'comment', known: 'alias', title: 'Report this comment', reported: NOT_TOLD, blocked: ONLY_APART },
  { type: 'call', known: 'alias', title: 'Report Kai', reported: NOT_TOLD, blocked: ONLY_APART },
  { type: 'chatRoom', known: 'alias', title: 'Report Kai', reported: CHAT, blocked: CHAT },
  { type: 'message', known: 'alias', title: 'Report message', reported: CHAT, blocked: CHAT },
])('what a report and a block of a $type do, known by $known', ({ type, known, title, reported, blocked }) => {
  const [heading, report, block] = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Words type={type} known={known} />
    </I18nProvider>,
  ).split('|');
  expect(heading).toBe(title);
  expect(report).toMatch(reported);
  expect(block).toMatch(blocked);
});
