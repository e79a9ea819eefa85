import { pushPayload } from '@yonder/contract/push';
import { safeReturnTo } from '../lib/safe-return-to.ts';
import type { NoticeData, NoticeOptions } from '../lib/worker-messages.ts';

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions & { body: string; tag: string; data: NoticeData };
  /** The picture of the person it is about. */
  readonly avatar: string | null;
  /** nothing: it was unreadable or empty, so a visible page shows nothing of it. */
  readonly says: 'something' | 'nothing';
}

interface Here {
  /** The server's time, approximately. */
  readonly now: number;
  readonly origin: string;
  readonly productName: string;
  readonly languages: readonly string[];
}

/** The page that lists all notifications. */
const EVERYTHING = '/notifications';
const ICON = '/icons/icon-192.png';
const BADGE = '/icons/badge-96.png';

/**
 * What to show for a push's text. Always shows something, because browsers revoke the permission after silent pushes.
 * An unreadable or empty push becomes a sentence without details.
 */
export function noticeOf(text: string, here: Here): Notice {
  const payload = pushPayload.safeParse(parsed(text)).data;
  if (payload === undefined || payload.notification.body.trim() === '') return unreadable(here);
  const { notification, data } = payload;
  const { kind, callId, expiresAt } = data;
  const rings = kind === 'call' && here.now < expiresAt;
  const options = {
    body: notification.body,
    lang: notification.lang,
    dir: directionOf(notification.lang),
    icon: ownPath(data.avatar, here) ?? ownPath(notification.icon, here) ?? ICON,
    badge: BADGE,
    tag: data.tag,
    renotify: data.tag !== '',
    timestamp: data.sentAt,
    requireInteraction: rings,
    actions: rings ? notification.actions : [],
    data: {
      path: safeReturnTo(data.url, EVERYTHING),
      call: rings && callId !== null ? { id: callId, until: expiresAt } : null,
    },
  };
  return {
    title: notification.title.trim() || here.productName,
    options,
    avatar: ownPath(data.avatar, here),
    says: 'something',
  };
}

function unreadable({ productName, languages }: Here): Notice {
  const language = languages
    .map((one) => Object.keys(SOMETHING_NEW).find((known) => one.startsWith(known)))
    .find(Boolean);
  const lang = language ?? 'en';
  const body = SOMETHING_NEW[lang] ?? '';
  const data = { path: EVERYTHING, call: null };
  const looks = { icon: ICON, badge: BADGE, lang, dir: directionOf(lang) } as const;
  return { title: productName, options: { ...looks, body, tag: 'something', data }, avatar: null, says: 'nothing' };
}

/** By the browser's language: the app's catalogues are not part of the worker. */
const SOMETHING_NEW: Readonly<Record<string, string>> = {
  en: 'Something new is waiting for you.',
  zh: '有新消息在等你。',
  ja: '新しいお知らせがあります。',
  ko: '새로운 소식이 기다리고 있어요.',
  es: 'Te espera algo nuevo.',
  de: 'Etwas Neues wartet auf dich.',
  ar: 'هناك جديد في انتظارك.',
};

function directionOf(language: string): 'rtl' | 'ltr' {
  return language.startsWith('ar') ? 'rtl' : 'ltr';
}

/** Null for another site's picture: loading it would tell that site which user reads what, and when. */
function ownPath(address: string | null, { origin }: Here): string | null {
  if (address === null || !URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  return url.origin === origin && url.pathname !== '/' ? url.pathname + url.search : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
