import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ModerationCase } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { warning } from '../../statements/samples.ts';
import { aCase } from '../samples.ts';
import { Facts } from './Facts.tsx';

const warned: ModerationCase['history'][number] = {
  ...warning,
  caseNumber: aCase.number,
  note: '',
  by: null,
  approvedBy: [],
};

function wordsOf(about: Partial<ModerationCase>): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <MemoryRouter>
          <Facts about={{ ...aCase, ...about }} />
        </MemoryRouter>
      </I18nProvider>
    </QueryClientProvider>,
  );
}

test('what was decided in this case was not decided before it', () => {
  expect(wordsOf({ history: [warned] })).toContain('0 decisions');
  expect(wordsOf({ history: [warned, { ...warned, caseNumber: aCase.number - 1 }] })).toContain('1 decision');
});

test('of whoever was erased it says so, and neither when they joined nor what plan they had', () => {
  const { account } = aCase;
  expect(wordsOf({ account })).toMatch(/Joined .+ plan, open/);
  const erased = { ...account, createdAt: 0, standing: 'erased', region: null } as const;
  expect(wordsOf({ account: erased })).toContain('<dd>erased</dd>');
});
