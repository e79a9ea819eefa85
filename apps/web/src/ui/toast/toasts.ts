import { randomId } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { after } from '../../lib/clock.ts';
import { addToast, closeToast, removeToast, toToast, type QueuedToast, type ToastDraft } from './toast-queue.ts';

const queue = createStore<readonly QueuedToast[]>(() => []);

/** Shows a message at the top. Returns its id; null: the message was empty. */
export function showToast(draft: ToastDraft): string | null {
  const toast = toToast(draft, randomId);
  if (toast === null) return null;
  queue.setState(addToast(queue.getState(), toast), true);
  for (const pushedOut of queue.getState().filter(({ phase }) => phase === 'closing')) removeLater(pushedOut.id);
  return toast.id;
}

export function dismissToast(id: string): void {
  queue.setState(closeToast(queue.getState(), id), true);
  removeLater(id);
}

/** Removes it after the exit animation, unless it was shown again. */
function removeLater(id: string): void {
  after(FIXED.toastExitMs, () => {
    const one = queue.getState().find((toast) => toast.id === id);
    if (one?.phase === 'closing') queue.setState(removeToast(queue.getState(), id), true);
  });
}

export function useToasts(): readonly QueuedToast[] {
  return useStore(queue);
}
