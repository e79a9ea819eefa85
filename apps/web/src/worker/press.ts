import { safeReturnTo } from '../lib/safe-return-to.ts';
import { noticeData, type ToPage } from '../lib/worker-messages.ts';
import type { Page, Pages } from './scope.ts';

export type Press = { do: 'open'; path: string; answer: string | null } | { do: 'decline'; callId: string };

/** What pressing a notification means. Its data has been through the browser: it is looked at once more. */
export function pressOf(action: string, data: unknown): Press {
  const known = noticeData.safeParse(data).data;
  const callId = known?.call?.id ?? null;
  if (action === 'decline' && callId !== null) return { do: 'decline', callId };
  const path = safeReturnTo(known?.path, '/notifications');
  return { do: 'open', path, answer: action === 'accept' ? callId : null };
}

/**
 * In a tab that is open, without loading it anew: what it is busy with goes on. Else in a new one. What to answer is said to
 * the page and never stands in an address: a link must not open anybody's microphone.
 */
export async function open(pages: Pages, { path, answer }: { path: string; answer: string | null }): Promise<void> {
  const [nearest] = (await ourPages(pages)).toSorted((one, other) => nearness(other) - nearness(one));
  const page = nearest ?? (await pages.openWindow(path));
  // Only from a press, and not in every browser; the page shows it all the same.
  await nearest?.focus().catch(() => {});
  page?.postMessage({ type: 'open', path, answer } satisfies ToPage);
}

export async function visiblePages(pages: Pages): Promise<readonly Page[]> {
  return (await ourPages(pages)).filter(({ visibilityState }) => visibilityState === 'visible');
}

/** The interface's own pages are no place to show anything. */
async function ourPages(pages: Pages): Promise<readonly Page[]> {
  const all = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => !new URL(url).pathname.startsWith('/api/'));
}

function nearness({ focused, visibilityState }: Page): number {
  return Number(focused) + 2 * Number(visibilityState === 'visible');
}
