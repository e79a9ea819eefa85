import { safeReturnTo } from '../lib/safe-return-to.ts';
import { noticeData, type ToPage } from '../lib/worker-messages.ts';
import type { Page, Pages } from './scope.ts';

export type Press = { do: 'open'; path: string; answer: string | null } | { do: 'decline'; callId: string };

/** The action of a pressed notification. Its data has passed through the browser, so it is validated again. */
export function pressOf(action: string, data: unknown): Press {
  const known = noticeData.safeParse(data).data;
  const callId = known?.call?.id ?? null;
  if (action === 'decline' && callId !== null) return { do: 'decline', callId };
  const path = safeReturnTo(known?.path, '/notifications');
  return { do: 'open', path, answer: action === 'accept' ? callId : null };
}

/**
 * Opens a path in an open tab without reloading it, so that its activity goes on; else in a new tab. The call to answer
 * is a message and never part of the address: a link must not open a microphone.
 */
export async function open(pages: Pages, { path, answer }: { path: string; answer: string | null }): Promise<void> {
  const [nearest] = (await ourPages(pages)).toSorted((one, other) => nearness(other) - nearness(one));
  const page = nearest ?? (await pages.openWindow(path));
  // Works only after a press and not in every browser; the page opens the path anyway.
  await nearest?.focus().catch(() => {});
  page?.postMessage({ type: 'open', path, answer } satisfies ToPage);
}

export async function visiblePages(pages: Pages): Promise<readonly Page[]> {
  return (await ourPages(pages)).filter(({ visibilityState }) => visibilityState === 'visible');
}

/** Pages below /api/ cannot show anything. */
async function ourPages(pages: Pages): Promise<readonly Page[]> {
  const all = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'));
}

function nearness({ focused, visibilityState }: Page): number {
  return Number(focused) + 2 * Number(visibilityState === 'visible');
}
