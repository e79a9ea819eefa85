/* System notifications, by the browser's published shapes. */

interface Options {
  body?: string;
  tag?: string;
  data?: unknown;
}

/** Shown by a page, which phones refuse. */
export class PageNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static all: PageNotification[] = [];
  readonly title: string;
  readonly options: Options;
  closed = false;
  constructor(title: string, options: Options) {
    super();
    this.title = title;
    this.options = options;
    PageNotification.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

/** A worker's registration, which shows one notification per tag. */
export function workerRegistration() {
  let shown: { title: string; tag: string; data: unknown; body: string; close(): void }[] = [];
  return {
    active: {},
    shown: () => shown,
    async showNotification(title: string, { body = '', tag = '', data }: Options): Promise<void> {
      shown = shown.filter((one) => one.tag !== tag);
      const notice = { title, body, tag, data, close: () => void (shown = shown.filter((one) => one !== notice)) };
      shown.push(notice);
    },
    getNotifications: async ({ tag }: { tag: string }) => shown.filter((one) => one.tag === tag),
  };
}
