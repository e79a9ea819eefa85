import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { configQuery } from '../../lib/config.ts';
import { unseenPage } from '../../lib/testing/run-hook.ts';
import { LegalPage } from './LegalPage.tsx';

const shown = vi.hoisted(() => vi.fn());

vi.mock('./locales/en.po', () => {
  throw new Error('Of an earlier build, and gone');
});
vi.mock('../../ui/LoadingScreen.tsx', () => ({ LoadingScreen: () => null }));
vi.mock('../../ui/PageNotLoaded.tsx', () => ({
  PageNotLoaded: (props: unknown) => {
    shown(props);
    return null;
  },
}));

test('a text that does not come is said to be missing, and can be asked for again', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(configQuery.queryKey, {});
  unseenPage().show(
    <QueryClientProvider client={queryClient}>
      <LegalPage name="privacy" lead="">
        {null}
      </LegalPage>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(shown).toHaveBeenCalled());
  expect(shown).toHaveBeenLastCalledWith({ title: 'Privacy Policy', busy: false, onRetry: expect.any(Function) });
});
