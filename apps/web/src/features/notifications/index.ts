export { caughtUpNotifications } from './api/notifications.ts';
export { beyondChats } from './kinds.ts';
export { useAnnounce } from './use-announce.ts';
export { useNews } from './use-news.ts';
