export { ChatsTab } from './components/ChatsTab.tsx';
export { ChatRoomPage } from './components/ChatRoomPage.tsx';
export { RoomLoading } from './components/RoomLoading.tsx';
export { Standing } from './components/Standing.tsx';
export { followChats } from './live.ts';
export type { StrangerParts } from './strangers.ts';
export { useArrivals } from './use-arrivals.ts';
export { useFailedCount, useOnFailed } from './use-failed-messages.ts';
export { useUnread } from './use-unread.ts';
