/* The one text matching of this page, built from the browser's own parts. */
import * as z from 'zod/mini';
import { client } from '../../lib/client.ts';
import { every, type Stop } from '../../lib/clock.ts';
import { errorText } from '../../lib/error-text.ts';
import { onPageCache } from '../../lib/page-cache.ts';
import { tabMemory, tabWord } from '../../lib/personal-storage.ts';
import { appStore } from '../../state/store.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { TextMatching } from './matching.ts';
import { applyMatching } from './store-fields.ts';

const search = z.object({
  wishes: z.object({ language: z.nullish(z.string()), interests: z.nullish(z.array(z.string())) }),
  at: z.number(),
});

const you = () => appStore.getState().user?.id;

export const matching = new TextMatching({
  wire: client,
  every,
  memory: tabMemory('text-queue', search, you),
  cancelled: tabWord('text-cancelled', you),
  complain: (error) =>
    showToast({
      message: errorText(error),
      type: 'error',
    }),
  onSnapshot: (snapshot) => appStore.setState((app) => applyMatching(app, snapshot)),
});

/** Tells the server in any case that the page goes. */
export function startMatching(): Stop {
  const stop = matching.start();
  const stopHiding = onPageCache({ hide: () => matching.leavePage() });
  return () => {
    stopHiding();
    stop();
  };
}
