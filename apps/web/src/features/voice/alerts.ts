/* Alerts beside the screen: toasts, vibration, web notifications. */
import { i18n, type MessageDescriptor } from '@lingui/core';
import { FIXED } from '@yonder/contract';
import { after } from '../../lib/clock.ts';
import { feel } from '../../ui/haptics.ts';
import type { ToastDraft } from '../../ui/toast/toast-queue.ts';
import { dismissToast, showToast } from '../../ui/toast/toasts.ts';
import type { Notice } from './call-state.ts';
import type { MicrophoneProblem } from '../../lib/microphone-problem.ts';
import type { DirectNotice } from './direct/direct-state.ts';
import { ACCEPT_FAILED, MICROPHONE_DENIED } from './direct/words.ts';
import { showSystemNotice } from './system-notice.ts';
import { MICROPHONE_TEXTS, noticeText, OTHER_LEFT, PLAYBACK_PROBLEM, RECEIVE_ONLY, REMINDER } from './messages.ts';

export interface Alerts {
  notice(notice: Notice): void;
  remind(): void;
  otherLeft(): void;
  microphone(problem: MicrophoneProblem): void;
  receiveOnly(): void;
  playback(): void;
}

const NOTIFICATION_MS = 5_000;

const UNCONNECTED = 'unconnected';

export const alerts: Alerts = {
  notice: (notice) => void showToast(toToastDraft(notice)),
  remind: () => {
    feel('reminder');
    notify(REMINDER);
    showToast({
      title: i18n._(REMINDER.title),
      message: i18n._(REMINDER.body),
      duration: NOTIFICATION_MS,
      themeAccent: 'mode2',
    });
  },
  otherLeft: () => {
    feel('otherLeft');
    notify(OTHER_LEFT);
  },
  microphone: (problem) =>
    void showToast({ message: i18n._(MICROPHONE_TEXTS[problem]), type: 'error', duration: FIXED.bannerMs }),
  receiveOnly: () => void showToast({ message: i18n._(RECEIVE_ONLY), type: 'warning', duration: FIXED.micWarningMs }),
  playback: () =>
    void showToast({ message: i18n._(PLAYBACK_PROBLEM), type: 'warning', duration: FIXED.playbackWarningMs }),
};

export function toToastDraft(notice: Notice): ToastDraft {
  const message = i18n._(noticeText(notice));
  switch (notice.kind) {
    case 'call-started':
      return { message, type: 'success', themeAccent: 'mode2' };
    case 'connection-failed':
      // Stays until it is read: it came without any action, and what was on the screen is gone.
      return { id: UNCONNECTED, message, type: 'error', duration: 0 };
    default:
      return { message, type: 'error', duration: FIXED.bannerMs };
  }
}

/** Runs when the next search or call has begun. */
export function forgetUnconnected(): void {
  dismissToast(UNCONNECTED);
}

export function tellOfDirectCall(notice: DirectNotice): void {
  showToast({ message: directText(notice), type: 'error', duration: FIXED.bannerMs });
}

function directText(notice: DirectNotice): string {
  switch (notice.kind) {
    case 'microphone-denied':
      return i18n._(MICROPHONE_DENIED);
    case 'accept-failed':
      return i18n._(ACCEPT_FAILED);
    case 'start-failed':
      return notice.text;
    default:
      return notice satisfies never;
  }
}

/** Shown on a phone in the background, too, where the screen is not seen. */
function notify({ title, body }: { title: MessageDescriptor; body: MessageDescriptor }): void {
  const { pathname, search } = window.location;
  const close = showSystemNotice({
    title: i18n._(title),
    body: i18n._(body),
    tag: 'call',
    data: { path: pathname + search, call: null },
  });
  after(NOTIFICATION_MS, close);
}
