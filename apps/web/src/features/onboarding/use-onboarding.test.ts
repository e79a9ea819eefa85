import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { errorOfReason } from '@yonder/client';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { unseenPage } from '../../lib/testing/run-hook.ts';
import { sendAnswers } from './send-answers.ts';
import { useOnboarding } from './use-onboarding.ts';

vi.mock('./send-answers.ts', () => ({ sendAnswers: vi.fn<typeof sendAnswers>() }));

const COMPLETE = { birthDate: '1999-02-30', name: 'Wei', region: 'TW', languages: ['zh'], acceptsTerms: true };

afterEach(() => vi.unstubAllGlobals());

/** Submits once and is refused. */
async function refusedFor(reason: Parameters<typeof errorOfReason>[0]) {
  const error = errorOfReason(reason);
  vi.mocked(sendAnswers).mockRejectedValueOnce(error);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  const onRefused = vi.fn<() => void>();
  let here: ReturnType<typeof useOnboarding> | null = null;
  const form = (): ReturnType<typeof useOnboarding> => here ?? expect.unreachable();
  function Form(): null {
    here = useOnboarding({ suggestedName: '', onDone: () => expect.unreachable(), onRefused });
    return null;
  }
  unseenPage().show(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Form)));
  const change = (changed: Parameters<ReturnType<typeof useOnboarding>['change']>[0]): void =>
    flushSync(() => form().change(changed));
  change(COMPLETE);
  form().submit();
  await vi.waitFor(() => expect(form().error).toBe(error));
  return { change, error, errorNow: () => form().error, onRefused };
}

test('a birth date that is refused is so until another one stands there', async () => {
  const { change, error, errorNow, onRefused } = await refusedFor('bad-birth-date');
  change({ birthDate: '1999-02-28' });
  expect(errorNow()).toBeNull();
  change({ birthDate: COMPLETE.birthDate });
  expect(errorNow()).toBe(error);
  expect(onRefused).not.toHaveBeenCalled();
});

test('what is refused for another reason is so whatever the date', async () => {
  const { change, error, errorNow } = await refusedFor('internal');
  change({ birthDate: '1999-02-28' });
  expect(errorNow()).toBe(error);
});

test('who is under age is told of at once', async () => {
  const { onRefused } = await refusedFor('under-age');
  expect(onRefused).toHaveBeenCalledOnce();
});
