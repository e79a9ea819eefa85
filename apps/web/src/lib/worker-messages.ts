import * as z from 'zod/mini';

/** Messages from a page to the worker. */
export const toWorker = z.discriminatedUnion('type', [
  /** The worker answers with its `revision` on the port that comes along. */
  z.object({ type: z.literal('which revision') }),
  /** The user has agreed to the newer build, or need not be asked: this worker serves all pages from now on. */
  z.object({ type: z.literal('take over') }),
  /** Files of this build that the page has loaded; the worker caches them for use without a network. */
  z.object({ type: z.literal('keep'), paths: z.array(z.string()) }),
]);
export type ToWorker = z.infer<typeof toWorker>;

export const revisionAnswer = z.string();

/** Messages from the worker to a page. */
export const toPage = z.discriminatedUnion('type', [
  /** A notification was pressed, and this page is to open its path. answer: id of the call that was accepted. */
  z.object({ type: z.literal('open'), path: z.string(), answer: z.nullable(z.string()) }),
  /** A push arrived while this page was visible. */
  z.object({
    type: z.literal('pushed'),
    title: z.string(),
    body: z.string(),
    avatar: z.nullable(z.string()),
    path: z.string(),
    tag: z.string(),
  }),
]);
export type ToPage = z.infer<typeof toPage>;

/** The data of a notification. call: the ringing call; until: server time in milliseconds. */
export const noticeData = z.object({
  path: z.string(),
  call: z.nullable(z.object({ id: z.string(), until: z.number() })),
});
export type NoticeData = z.infer<typeof noticeData>;

/** Notification options, including those missing from the page's types. */
export interface NoticeOptions extends Omit<NotificationOptions, 'data'> {
  renotify?: boolean;
  timestamp?: number;
  actions?: readonly { action: string; title: string }[];
}
