import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { expect, test, vi } from 'vitest';
import { unseenPage } from '../../lib/testing/run-hook.ts';
import { useLogOut, type UnsentWords } from './use-log-out.ts';

function logOutWith(unsent: UnsentWords | null, asks: 'always' | 'where something is lost') {
  const logOut = vi.fn<() => Promise<void>>(async () => {});
  let here: ReturnType<typeof useLogOut> | null = null;
  function Row(): null {
    here = useLogOut({ logOut, findUnsent: async () => unsent, asks });
    return null;
  }
  const { show, leave } = unseenPage();
  show(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Row)));
  return { logOut, leave, row: (): ReturnType<typeof useLogOut> => here ?? expect.unreachable() };
}

test('where nothing waits, a press logs out at once', async () => {
  const { logOut, row, leave } = logOutWith(null, 'where something is lost');
  row().press();
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  expect(row().asked).toBeNull();
  leave();
});

test.each([
  ['what waits is said first', { messages: 2 }, 'where something is lost'],
  ['a logout everywhere asks also where nothing waits', null, 'always'],
] as const)('%s, and the second press logs out', async (_, unsent, asks) => {
  const { logOut, row, leave } = logOutWith(unsent, asks);
  row().press();
  await vi.waitFor(() => expect(row().asked).toEqual({ unsent }));
  expect(logOut).not.toHaveBeenCalled();
  row().dialog.onClose();
  await vi.waitFor(() => expect(row().asked).toBeNull());
  row().dialog.onConfirm();
  await vi.waitFor(() => expect(logOut).toHaveBeenCalledOnce());
  leave();
});
