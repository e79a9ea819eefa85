import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CheckState } from '../check/connection-check.ts';
import { CheckReport, type Shows } from './CheckReport.tsx';

function draw(state: CheckState, shows: Shows = 'every-state') {
  const html = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <CheckReport state={state} shows={shows} onAgain={() => {}} />
    </I18nProvider>,
  );
  const [, words] = /<div role="status">(.*?)<\/div>(?:<button|<\/div>$)/.exec(html) ?? [];
  const button = html.includes('Check again') ? (html.includes('aria-busy') ? 'busy' : 'there') : 'none';
  return { words: words?.replaceAll(/<[^>]+>/g, ' ').trim(), button, html };
}

const FAILED = { kind: 'failed', problem: 'relay-unreachable' } as const;

test.each<[CheckState, string, string]>([
  [{ kind: 'unknown' }, '', 'none'],
  [{ kind: 'running', after: 'nothing' }, 'Checking your connection…', 'none'],
  [{ kind: 'running', after: 'trouble' }, 'Checking your connection…', 'busy'],
  [{ kind: 'passed' }, 'Your connection works.', 'none'],
  [{ kind: 'unanswered' }, 'Your connection could not be checked.', 'there'],
  [FAILED, 'Your network lets no calls through.', 'there'],
  [{ kind: 'failed', problem: 'no-webrtc' }, 'This browser cannot make calls.', 'none'],
])('%j reads "%s", its button is %s', (state, words, button) => {
  const drawn = draw(state);
  expect(drawn.words).toContain(words);
  expect([drawn.words === '', drawn.button]).toEqual([words === '', button]);
});

test.each<[CheckState, boolean]>([
  [{ kind: 'running', after: 'nothing' }, false],
  [{ kind: 'passed' }, false],
  [{ kind: 'unanswered' }, false],
  [FAILED, true],
  [{ kind: 'running', after: 'trouble' }, true],
])('of a check that nobody asked for, %j is shown: %s', (state, isShown) => {
  expect(draw(state, 'trouble').words !== '').toBe(isShown);
});

test('what a check finds is spoken once: by the status that was there before', () => {
  expect(draw(FAILED).html).not.toContain('role="alert"');
});
