import * as z from 'zod/mini';

/** What a page tells the worker. */
export const toWorker = z.discriminatedUnion('type', [
  /** Answered on the port that comes along with a `revision`. */
  z.object({ type: z.literal('which revision') }),
  /** The pages before have been asked, or need not be: this worker serves from now on. */
  z.object({ type: z.literal('take over') }),
  /** Files of this build that the page has loaded; they are kept for when there is no network. */
  z.object({ type: z.literal('keep'), paths: z.array(z.string()) }),
]);
export type ToWorker = z.infer<typeof toWorker>;

export const revisionAnswer = z.string();

/** What the worker tells a page. */
export const toPage = z.discriminatedUnion('type', [
  /** A notification was pressed, and this page is the one to show where it leads. answer: the call that was accepted there. */
  z.object({ type: z.literal('open'), path: z.string(), answer: z.nullable(z.string()) }),
  /** A push has come while this page is in sight. */
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

/** What a notification keeps for when it is pressed. call: that rings; until: by the server's time, in milliseconds. */
export const noticeData = z.object({
  path: z.string(),
  call: z.nullable(z.object({ id: z.string(), until: z.number() })),
});
export type NoticeData = z.infer<typeof noticeData>;

/** What a notification can have, also where the page's types do not know of it yet. */
export interface NoticeOptions extends Omit<NotificationOptions, 'data'> {
  renotify?: boolean;
  timestamp?: number;
  actions?: readonly { action: string; title: string }[];
}
